/**
 * Blobs above their bytes: which account holds which, what refers to them, the routes by which they come and go, what is found
 * again in something else, and what is collected when nobody needs it any more.
 */
@NullMarked
package svc.blobs;

import org.jspecify.annotations.NullMarked;
