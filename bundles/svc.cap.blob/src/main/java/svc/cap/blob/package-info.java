/** The capability by which clients make, read and look for blobs in the calls of a request (RFC 9404). It keeps nothing itself. */
@NullMarked
package svc.cap.blob;

import org.jspecify.annotations.NullMarked;
