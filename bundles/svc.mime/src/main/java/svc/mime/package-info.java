/**
 * Parser and writer of messages (RFC 5322, MIME): part tree with byte offsets, parsed header fields, body text, and
 * message composition. A library without services, state, or dependencies on accounts and stores.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.mime;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
