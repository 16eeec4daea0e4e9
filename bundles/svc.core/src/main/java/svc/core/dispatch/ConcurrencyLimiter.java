package svc.core.dispatch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Limits the concurrent requests of each account: maxConcurrentRequests (RFC 8620 §2). */
public final class ConcurrencyLimiter {

    private final int limit;
    private final Map<Long, Integer> inside = new ConcurrentHashMap<>();

    public ConcurrencyLimiter(int limit) {
        this.limit = limit;
    }

    /**
     * Takes a request slot if one is free. If the result is true, the caller must call {@link #leave} at the end of the
     * request.
     */
    public boolean enter(long account) {
        boolean[] full = {false};
        inside.compute(account, (key, now) -> {
            int before = now == null ? 0 : now;
            full[0] = before >= limit;
            return full[0] ? now : Integer.valueOf(before + 1);
        });
        return !full[0];
    }

    public void leave(long account) {
        inside.computeIfPresent(account, (key, now) -> now > 1 ? now - 1 : null);
    }
}
