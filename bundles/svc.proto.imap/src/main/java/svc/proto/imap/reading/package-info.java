/** Reads commands from the lines and literals of a client. */
@NullMarked
package svc.proto.imap.reading;

import org.jspecify.annotations.NullMarked;
