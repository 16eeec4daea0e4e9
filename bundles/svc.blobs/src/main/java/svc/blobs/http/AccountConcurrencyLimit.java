package svc.blobs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets so much of an account go on at once. Any thread. */
final class Turns {

    private final int most;
    private final Map<Long, Share> shares = new HashMap<>();

    Turns(int most) {
        this.most = most;
    }

    /** What an account has of it. */
    private static final class Share {
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private int taken;
    }

    /** Takes one, if there is one. Whoever took it must {@link #giveBack} it. */
    synchronized boolean take(long account) {
        Share share = shares.computeIfAbsent(account, any -> new Share());
        if (share.taken >= most) {
            return false;
        }
        share.taken++;
        return true;
    }

    /** The same; where there is none, {@code later} is run when it has got one, by whoever gave it back. */
    synchronized boolean take(long account, Runnable later) {
        boolean taken = take(account);
        if (!taken) {
            shares.computeIfAbsent(account, any -> new Share()).waiting.add(later);
        }
        return taken;
    }

    /** Waits no longer; false when it has got one meanwhile. */
    synchronized boolean leave(long account, Runnable later) {
        Share share = shares.get(account);
        return share != null && share.waiting.remove(later);
    }

    void giveBack(long account) {
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
