/** The dry run of sending a message to an address. */
@NullMarked
package svc.mail.domains.check;

import org.jspecify.annotations.NullMarked;
