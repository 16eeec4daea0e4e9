/** The garbage collector, the scrub, the rebuild of indexes, and the erasure of the blobs of an account. */
@NullMarked
package svc.blobs.maintenance;

import org.jspecify.annotations.NullMarked;
