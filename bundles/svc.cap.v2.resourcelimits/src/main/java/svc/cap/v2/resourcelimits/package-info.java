/**
 * The capability that publishes the limits in force. It defines no limit: each value comes from the service that
 * enforces it.
 */
@NullMarked
package svc.cap.v2.resourcelimits;

import org.jspecify.annotations.NullMarked;
