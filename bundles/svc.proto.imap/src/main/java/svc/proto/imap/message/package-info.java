/** Values of a message in IMAP: envelope, body structure and sections, and threads of messages. */
@NullMarked
package svc.proto.imap.message;

import org.jspecify.annotations.NullMarked;
