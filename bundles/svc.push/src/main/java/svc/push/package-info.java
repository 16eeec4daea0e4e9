/**
 * Push of state changes to connected clients (RFC 8620 §7): receives changes after their commit, stores the last state
 * sent on each stream, and serves the event streams at {@code /jmap/eventsource}.
 */
@NullMarked
package svc.push;

import org.jspecify.annotations.NullMarked;
