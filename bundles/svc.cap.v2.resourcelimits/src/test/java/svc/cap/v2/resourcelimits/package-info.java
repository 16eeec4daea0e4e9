/** Tests of the capability. */
@NullMarked
package svc.cap.v2.resourcelimits;

import org.jspecify.annotations.NullMarked;
