/** Tests of blobs in the calls of a request. */
@NullMarked
package svc.cap.blob;

import org.jspecify.annotations.NullMarked;
