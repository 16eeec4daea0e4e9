package svc.blobs.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Limits the concurrent requests of an account. Thread-safe. */
final class AccountConcurrencyLimit {

    private final int most;
    private final Map<Long, Share> shares = new HashMap<>();

    AccountConcurrencyLimit(int most) {
        this.most = most;
    }

    /** The slots of one account. */
    private static final class Share {
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private int taken;
    }

    /** Takes a slot; false when no slot is free. The caller must {@link #release} a taken slot. */
    synchronized boolean take(long account) {
        Share share = shares.computeIfAbsent(account, any -> new Share());
        if (share.taken >= most) {
            return false;
        }
        share.taken++;
        return true;
    }

    /**
     * Takes a slot. If no slot is free, {@code later} is queued. The next thread that releases a slot runs
     * {@code later}.
     */
    synchronized boolean take(long account, Runnable later) {
        boolean taken = take(account);
        if (!taken) {
            shares.computeIfAbsent(account, any -> new Share()).waiting.add(later);
        }
        return taken;
    }

    /** Removes a queued task; false when the task was not queued or already has a slot. */
    synchronized boolean leave(long account, Runnable later) {
        Share share = shares.get(account);
        return share != null && share.waiting.remove(later);
    }

    void release(long account) {
        Runnable next = passed(account);
        if (next != null) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable passed(long account) {
        Share share = shares.get(account);
        Runnable next = share == null ? null : share.waiting.poll();
        if (share != null && next == null && --share.taken <= 0) {
            shares.remove(account);
        }
        return next;
    }
}
