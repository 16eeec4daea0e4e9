package svc.blobs;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Lets so many uploads of an account go on at once. Any thread. */
final class Turns {

    private final int most;
    private final Map<Long, Integer> taken = new ConcurrentHashMap<>();

    Turns(int most) {
        this.most = most;
    }

    /** Takes one, if there is one. Whoever took it must {@link #giveBack} it. */
    boolean take(long account) {
        boolean[] full = {false};
        taken.compute(account, (key, now) -> {
            int before = now == null ? 0 : now;
            full[0] = before >= most;
            return full[0] ? now : Integer.valueOf(before + 1);
        });
        return !full[0];
    }

    void giveBack(long account) {
        taken.computeIfPresent(account, (key, now) -> now > 1 ? now - 1 : null);
    }
}
