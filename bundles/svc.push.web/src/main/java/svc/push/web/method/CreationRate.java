package svc.push.web.method;

import java.util.HashMap;
import java.util.Map;
import svc.api.time.Clock;

/**
 * Limits how fast an account creates subscriptions, because the server sends a message for each new subscription to a
 * service that has not agreed to receive messages. Thread-safe.
 */
final class CreationRate {

    /** The number of creations that are permitted at once. */
    static final int BURST = 20;

    /** The time in nanoseconds after which another creation is permitted. */
    static final long NANOS = 180_000_000_000L;

    private static final int MANY = 1_000;

    private final Clock clock;
    /** The time at which the full burst is available again, by account. */
    private final Map<Long, Long> emptyAt = new HashMap<>();

    CreationRate(Clock clock) {
        this.clock = clock;
    }

    /** Returns whether an account may create a subscription now, and if so, counts the creation. */
    synchronized boolean permit(long account) {
        long now = clock.nanos();
        long backlog = Math.max(0, emptyAt.getOrDefault(account, now) - now);
        if (backlog > (BURST - 1) * NANOS) {
            return false;
        }
        if (emptyAt.size() >= MANY) {
            emptyAt.values().removeIf(time -> time - now <= 0);
        }
        emptyAt.put(account, now + backlog + NANOS);
        return true;
    }
}
