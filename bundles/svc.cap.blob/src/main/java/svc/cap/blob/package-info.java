/**
 * The capability {@code urn:ietf:params:jmap:blob} (RFC 9404): creates, reads and looks up blobs. The bundle stores no
 * data of its own.
 */
@NullMarked
package svc.cap.blob;

import org.jspecify.annotations.NullMarked;
