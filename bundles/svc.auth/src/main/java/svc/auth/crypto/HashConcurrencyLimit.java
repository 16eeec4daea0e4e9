package svc.auth.crypto;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Limits concurrent and waiting password hashes. A hash uses a whole core and much memory; without a limit, hashes
 * would slow down clients that are already signed in. The waiting requests of the networks are served in turn. Requests
 * from networks from which the account has signed in before (known networks) have a separate queue, so that wrong
 * passwords from other networks do not displace valid sign-ins. Thread-safe.
 */
public final class HashConcurrencyLimit {

    /** The number of requests from known networks that run before one request from another network. */
    private static final int KNOWN_IN_A_ROW = 3;

    private final int atOnce;
    private final int queue;
    private final HashQueue known = new HashQueue();
    private final HashQueue others = new HashQueue();
    private int running;
    private int knownInARow;

    /**
     * Creates a limit.
     *
     * @param atOnce maximum number of concurrent hashes
     * @param queue maximum number of waiting requests, applied separately to known networks and to other networks
     */
    public HashConcurrencyLimit(int atOnce, int queue) {
        this.atOnce = atOnce;
        this.queue = queue;
    }

    /**
     * The origin of a hash request.
     *
     * @param network an IPv4 address or an IPv6 /64
     * @param known whether the account signed in from this network before
     */
    public record Place(String network, boolean known) {

        /** The origin of requests of the server itself. */
        public static final Place HERE = new Place("", true);
    }

    /**
     * Returns the limit for this machine: one less than the number of cores, and at most as many hashes as fit in a
     * quarter of the heap.
     */
    static HashConcurrencyLimit ofThisMachine(int kibibytes) {
        return of(
                Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory(), kibibytes);
    }

    static HashConcurrencyLimit of(int cores, long memory, int kibibytes) {
        long room = memory / 4 / (kibibytes * 1024L);
        int atOnce = (int) Math.max(1, Math.min(cores - 1, room));
        return new HashConcurrencyLimit(atOnce, 16 * atOnce);
    }

    /** Returns the maximum number of concurrent hashes. */
    int atOnce() {
        return atOnce;
    }

    /**
     * Returns the maximum number of waiting requests from known networks, which is also the maximum number from other
     * networks.
     */
    int queue() {
        return queue;
    }

    /** Returns the number of running hashes. */
    public synchronized int running() {
        return running;
    }

    /** Returns the number of waiting requests. */
    public synchronized int waiting() {
        return known.size() + others.size();
    }

    /** Runs the work when its turn comes. Returns empty if the queue is full. */
    <R> Optional<R> orNot(Place place, Supplier<R> work) {
        return turn(place, queue).join() ? Optional.of(release(work)) : Optional.empty();
    }

    /** Runs the work when its turn comes, however long the queue is. */
    <R> R patiently(Supplier<R> work) {
        boolean always = turn(Place.HERE, Integer.MAX_VALUE).join();
        if (!always) {
            throw new IllegalStateException("an unlimited queue rejects no request");
        }
        return release(work);
    }

    /** Returns a future that completes with true when the request may run, or with false if the queue is full. */
    private synchronized CompletableFuture<Boolean> turn(Place place, int most) {
        if (running < atOnce) {
            running++;
            return CompletableFuture.completedFuture(true);
        }
        CompletableFuture<Boolean> turn = new CompletableFuture<>();
        (place.known() ? known : others).add(place.network(), turn, most);
        return turn;
    }

    private <R> R release(Supplier<R> work) {
        try {
            return work.get();
        } finally {
            next();
        }
    }

    private synchronized void next() {
        boolean others = known.size() == 0 || (knownInARow >= KNOWN_IN_A_ROW && this.others.size() > 0);
        knownInARow = others ? 0 : knownInARow + 1;
        Optional<CompletableFuture<Boolean>> next = (others ? this.others : known).next();
        if (next.isPresent()) {
            next.get().complete(true);
        } else {
            running--;
        }
    }
}
