/** The capability that tells clients the limits in force. It owns no limit: each number comes from where it is enforced. */
@NullMarked
package svc.cap.v2.resourcelimits;

import org.jspecify.annotations.NullMarked;
