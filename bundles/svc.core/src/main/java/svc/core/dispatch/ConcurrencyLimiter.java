package svc.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Lets so many requests of an account in at once. */
final class Gate {

    private final int most;
    private final Map<Long, Integer> inside = new ConcurrentHashMap<>();

    Gate(int most) {
        this.most = most;
    }

    /** Goes in, if there is room. Whoever went in must {@link #leave}. */
    boolean enter(long account) {
        boolean[] full = {false};
        inside.compute(account, (key, now) -> {
            int before = now == null ? 0 : now;
            full[0] = before >= most;
            return full[0] ? now : Integer.valueOf(before + 1);
        });
        return !full[0];
    }

    void leave(long account) {
        inside.computeIfPresent(account, (key, now) -> now > 1 ? now - 1 : null);
    }
}
