/** Tests of Blob/upload, Blob/get and Blob/lookup. */
@NullMarked
package svc.cap.blob;

import org.jspecify.annotations.NullMarked;
