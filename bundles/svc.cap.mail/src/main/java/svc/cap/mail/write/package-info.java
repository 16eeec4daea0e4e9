/** Writes of emails with their rows, list blocks, thread aggregates, mailbox counts and change log entries. */
@NullMarked
package svc.cap.mail.write;

import org.jspecify.annotations.NullMarked;
