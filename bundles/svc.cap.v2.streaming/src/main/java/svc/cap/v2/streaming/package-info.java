/**
 * The capability {@code urn:svc:params:jmap:v2:streaming}: owns {@code Push/catchup}, the patches at {@code /jmap/push-patches},
 * what is known of the objects that the clients of each sign-in hold, and the queries that they follow.
 */
@NullMarked
package svc.cap.v2.streaming;

import org.jspecify.annotations.NullMarked;
