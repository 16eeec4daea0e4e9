/**
 * The bytes of blobs in encrypted files below {@code data/blobs}: how a file is laid out, which keys open it, how it comes to
 * be on the disk and how it goes.
 */
@NullMarked
package svc.blobs.files;

import org.jspecify.annotations.NullMarked;
