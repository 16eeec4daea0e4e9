/**
 * Mail in bulk into an account and out of it, for operators: {@code svc mail import} and {@code svc mail export} with mbox files and
 * Maildir trees. Messages are streamed, never held; what was interrupted goes on and brings nothing twice.
 */
@NullMarked
package svc.mail.transfer;

import org.jspecify.annotations.NullMarked;
