package svc.push.web;

import java.util.HashMap;
import java.util.Map;
import svc.api.time.Clock;

/** How fast accounts may make subscriptions: each one sends a message to somebody who has not agreed to it yet. Any thread. */
final class CreationRate {

    /** At once. */
    static final int BURST = 20;

    /** One more comes back in this time. */
    static final long NANOS = 180_000_000_000L;

    private static final int MANY = 1_000;

    private final Clock clock;
    /** By account, when all of it will be there again. */
    private final Map<Long, Long> full = new HashMap<>();

    CreationRate(Clock clock) {
        this.clock = clock;
    }

    /** Whether an account may make one now; with that it counts. */
    synchronized boolean permit(long account) {
        long now = clock.nanos();
        long debt = Math.max(0, full.getOrDefault(account, now) - now);
        if (debt > (BURST - 1) * NANOS) {
            return false;
        }
        if (full.size() >= MANY) {
            full.values().removeIf(time -> time - now <= 0);
        }
        full.put(account, now + debt + NANOS);
        return true;
    }
}
