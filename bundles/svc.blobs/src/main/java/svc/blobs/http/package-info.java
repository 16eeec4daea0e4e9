/** The servlets for upload and download (RFC 8620 §6). */
@NullMarked
package svc.blobs.http;

import org.jspecify.annotations.NullMarked;
