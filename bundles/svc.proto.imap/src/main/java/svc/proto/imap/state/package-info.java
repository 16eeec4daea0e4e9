/** The state of a connection: the signed-in account, the selected mailbox and the enabled extensions. */
@NullMarked
package svc.proto.imap.state;

import org.jspecify.annotations.NullMarked;
