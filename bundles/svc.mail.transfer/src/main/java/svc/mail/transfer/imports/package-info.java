/** Import of mail into an account. */
@NullMarked
package svc.mail.transfer.imports;

import org.jspecify.annotations.NullMarked;
