/**
 * Reads and writes messages (RFC 5322, MIME): the tree of parts with the offsets of its bytes, the parsed forms of header fields,
 * body text, and the composition of a message. A library of our own: no service, no state, nothing of accounts or stores.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.mime;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
