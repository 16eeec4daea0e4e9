/** Executes FETCH, and writes the flags of messages. */
@NullMarked
package svc.proto.imap.fetch;

import org.jspecify.annotations.NullMarked;
