/**
 * Tells clients that something has changed (RFC 8620 §7): hears of changes after their commit, keeps for each open stream how far
 * it was told, and owns the stream of events at {@code /jmap/eventsource}.
 */
@NullMarked
package svc.push;

import org.jspecify.annotations.NullMarked;
