/** Selects mailboxes, and sends clients the changes of the selected mailbox. */
@NullMarked
package svc.proto.imap.select;

import org.jspecify.annotations.NullMarked;
