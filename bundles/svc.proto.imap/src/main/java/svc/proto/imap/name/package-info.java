/** Mailbox names, patterns of mailbox names, and flags. */
@NullMarked
package svc.proto.imap.name;

import org.jspecify.annotations.NullMarked;
