/** The commands that change messages. */
@NullMarked
package svc.proto.imap.change;

import org.jspecify.annotations.NullMarked;
