/**
 * Blobs of accounts: the rows of held blobs and references, upload and download, recovery from other blobs, and garbage
 * collection. The bytes are in the {@code BlobStore}.
 */
@NullMarked
package svc.blobs;

import org.jspecify.annotations.NullMarked;
