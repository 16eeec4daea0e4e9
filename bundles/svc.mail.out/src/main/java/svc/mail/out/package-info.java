/** The configuration of mail to other servers. */
@NullMarked
package svc.mail.out;

import org.jspecify.annotations.NullMarked;
