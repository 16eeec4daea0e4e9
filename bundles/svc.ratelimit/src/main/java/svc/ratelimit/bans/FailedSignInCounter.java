package svc.ratelimit.bans;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.api.ratelimit.RateLimiter.Attempt;

/**
 * Counts recent failed sign-ins by a key such as a network. Repeated failures with the same secret count once. If there
 * are too many keys, the least recently used key is dropped. Thread-safe.
 */
public final class FailedSignInCounter<K> {

    private static final int KEYS = 20_000;

    private final Map<K, Deque<Failure>> keys = new LinkedHashMap<>(16, 0.75f, true);

    /** A failed sign-in and its time in nanoseconds. */
    public record Failure(long at, Attempt attempt) {}

    /**
     * Adds a failure, unless the window already contains a failure with the same secret. Returns the failures within
     * the window, oldest first.
     */
    public synchronized List<Failure> add(K key, Failure failure, Duration window) {
        Deque<Failure> failures = keys.computeIfAbsent(key, any -> new ArrayDeque<>(4));
        forget(failures, failure.at(), window);
        long secret = failure.attempt().secret();
        if (failures.stream().noneMatch(before -> before.attempt().secret() == secret)) {
            failures.addLast(failure);
        }
        if (keys.size() > KEYS) {
            keys.remove(keys.keySet().iterator().next());
        }
        return List.copyOf(failures);
    }

    /** Returns the failures within the window, oldest first. */
    synchronized List<Failure> within(K key, long now, Duration window) {
        Deque<Failure> failures = keys.get(key);
        if (failures == null) {
            return List.of();
        }
        forget(failures, now, window);
        return List.copyOf(failures);
    }

    private static void forget(Deque<Failure> failures, long now, Duration window) {
        while (!failures.isEmpty() && now - failures.getFirst().at() >= window.toNanos()) {
            failures.removeFirst();
        }
    }

    /** Removes the failures of an account under a key. */
    synchronized void forgive(K key, long account) {
        Deque<Failure> failures = keys.get(key);
        if (failures != null) {
            failures.removeIf(before -> before.attempt().account() == account);
            if (failures.isEmpty()) {
                keys.remove(key);
            }
        }
    }

    /** Removes all failures under a key. */
    synchronized void remove(K key) {
        keys.remove(key);
    }

    /** Returns the number of keys. */
    public synchronized int size() {
        return keys.size();
    }
}
