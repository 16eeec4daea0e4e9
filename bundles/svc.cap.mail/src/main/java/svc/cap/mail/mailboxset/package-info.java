/** The methods of {@code Mailbox}, with the removal of a mailbox and its emails. */
@NullMarked
package svc.cap.mail.mailboxset;

import org.jspecify.annotations.NullMarked;
