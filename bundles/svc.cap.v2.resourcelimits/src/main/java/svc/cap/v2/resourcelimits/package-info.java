/**
 * The capability that publishes the limits that are in effect. It defines no limits itself: each value comes from the
 * service that enforces the limit.
 */
@NullMarked
package svc.cap.v2.resourcelimits;

import org.jspecify.annotations.NullMarked;
