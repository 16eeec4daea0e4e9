/** Writes the responses of the server. */
@NullMarked
package svc.proto.imap.response;

import org.jspecify.annotations.NullMarked;
