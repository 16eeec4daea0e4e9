/** Export of the mail of an account. */
@NullMarked
package svc.mail.transfer.exports;

import org.jspecify.annotations.NullMarked;
