/** Notifies clients of changes between commands, also in mailboxes that are not selected (RFC 5465). */
@NullMarked
package svc.proto.imap.notify;

import org.jspecify.annotations.NullMarked;
