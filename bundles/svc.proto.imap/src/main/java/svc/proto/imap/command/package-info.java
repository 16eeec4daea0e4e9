/** The commands of a client as values. */
@NullMarked
package svc.proto.imap.command;

import org.jspecify.annotations.NullMarked;
