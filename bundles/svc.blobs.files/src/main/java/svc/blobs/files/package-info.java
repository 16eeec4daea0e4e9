/**
 * Blob bytes in encrypted files below {@code data/blobs}: file format, encryption keys, durable writes, and removal.
 */
@NullMarked
package svc.blobs.files;

import org.jspecify.annotations.NullMarked;
