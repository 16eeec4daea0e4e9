/** Mailboxes by name, and the commands about them. */
@NullMarked
package svc.proto.imap.mailbox;

import org.jspecify.annotations.NullMarked;
