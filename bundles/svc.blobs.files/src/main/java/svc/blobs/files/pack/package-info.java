/**
 * Packs of small blobs: files of many entries, the rows that say where each entry is, and their maintenance. The package
 * does not decrypt: it receives a {@link svc.blobs.files.pack.BodyCheck}.
 */
@NullMarked
package svc.blobs.files.pack;

import org.jspecify.annotations.NullMarked;
