/** Selects mailboxes, and tells clients about changes of the selected mailbox. */
@NullMarked
package svc.proto.imap.select;

import org.jspecify.annotations.NullMarked;
