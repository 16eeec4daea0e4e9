/**
 * The capability {@code urn:svc:params:jmap:v2:streaming}: {@code Push/catchup}, the patches at
 * {@code /jmap/push-patches}, the cached versions of the objects that the clients of each sign-in have received, and
 * query subscriptions.
 */
@NullMarked
package svc.cap.v2.streaming;

import org.jspecify.annotations.NullMarked;
