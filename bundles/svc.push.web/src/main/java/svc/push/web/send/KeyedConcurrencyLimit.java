package svc.push.web;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many in at once of each kind, in the order in which they came; the others of a kind wait for their own kind alone. Any
 * thread, none of which waits.
 */
final class Turns<K> {

    private final ToIntFunction<K> most;
    private final Map<K, Queue<Runnable>> waiting = new HashMap<>();
    private final Map<K, Integer> inside = new HashMap<>();

    /**
     * Nobody is inside.
     *
     * @param most how many of a kind may be inside; 1 or more
     */
    Turns(ToIntFunction<K> most) {
        this.most = most;
    }

    /** Runs the work when it may go in; it must not take long itself, and somebody must say {@link #leave} in the end. */
    void enter(K kind, Runnable work) {
        synchronized (this) {
            if (inside.getOrDefault(kind, 0) >= most.applyAsInt(kind)) {
                waiting.computeIfAbsent(kind, key -> new ArrayDeque<>()).add(work);
                return;
            }
            inside.merge(kind, 1, Integer::sum);
        }
        work.run();
    }

    /** One of a kind has left. */
    void leave(K kind) {
        synchronized (this) {
            inside.computeIfPresent(kind, (key, number) -> number == 1 ? null : number - 1);
        }
        for (Runnable next = next(kind); next != null; next = next(kind)) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable next(K kind) {
        Queue<Runnable> queue = waiting.get(kind);
        if (queue == null || inside.getOrDefault(kind, 0) >= most.applyAsInt(kind)) {
            return null;
        }
        Runnable next = queue.remove();
        if (queue.isEmpty()) {
            waiting.remove(kind);
        }
        inside.merge(kind, 1, Integer::sum);
        return next;
    }
}
