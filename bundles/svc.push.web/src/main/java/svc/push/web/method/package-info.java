/** The methods of PushSubscription (RFC 8620 §7.2) and the VAPID capability. */
@NullMarked
package svc.push.web.method;

import org.jspecify.annotations.NullMarked;
