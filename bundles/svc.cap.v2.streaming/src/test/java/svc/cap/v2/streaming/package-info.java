/** Tests of the capability on the engine in memory. */
@NullMarked
package svc.cap.v2.streaming;

import org.jspecify.annotations.NullMarked;
