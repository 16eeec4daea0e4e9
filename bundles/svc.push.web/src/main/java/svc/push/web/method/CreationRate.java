package svc.push.web.method;

import java.util.HashMap;
import java.util.Map;
import svc.api.time.Clock;

/**
 * Limits how fast an account creates subscriptions, because each one sends a message to a service that has not agreed
 * to it. Thread-safe.
 */
final class CreationRate {

    /** Creations permitted at once. */
    static final int BURST = 20;

    /** Time after which one more creation is permitted. */
    static final long NANOS = 180_000_000_000L;

    private static final int MANY = 1_000;

    private final Clock clock;
    /** By account: the time at which the full burst is available again. */
    private final Map<Long, Long> emptyAt = new HashMap<>();

    CreationRate(Clock clock) {
        this.clock = clock;
    }

    /** Returns whether an account may create a subscription now, and counts it if so. */
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
