/** Blobs that are extracted from other blobs, and the log of lost blobs. */
@NullMarked
package svc.blobs.recovery;

import org.jspecify.annotations.NullMarked;
