/** Mailboxes: rows, tree, counts, rights and validation (RFC 8621 §2). */
@NullMarked
package svc.cap.mail.mailbox;

import org.jspecify.annotations.NullMarked;
