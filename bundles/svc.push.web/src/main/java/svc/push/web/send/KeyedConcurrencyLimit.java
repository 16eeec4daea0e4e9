package svc.push.web.send;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent tasks per key. Further tasks of a key wait in a queue of that key, first in, first out.
 * Thread-safe; no thread blocks.
 */
final class KeyedConcurrencyLimit<K> {

    private final ToIntFunction<K> most;
    private final Map<K, Queue<Runnable>> waiting = new HashMap<>();
    private final Map<K, Integer> running = new HashMap<>();

    /**
     * Creates the limit.
     *
     * @param most the limit of a key; 1 or more
     */
    KeyedConcurrencyLimit(ToIntFunction<K> most) {
        this.most = most;
    }

    /**
     * Runs the task when the limit of the key permits it. The task must be short. When the work that it starts has
     * ended, {@link #leave} must be called.
     */
    void enter(K kind, Runnable work) {
        synchronized (this) {
            if (running.getOrDefault(kind, 0) >= most.applyAsInt(kind)) {
                waiting.computeIfAbsent(kind, key -> new ArrayDeque<>()).add(work);
                return;
            }
            running.merge(kind, 1, Integer::sum);
        }
        work.run();
    }

    /** Ends a task of a key and runs waiting tasks. */
    void leave(K kind) {
        synchronized (this) {
            running.computeIfPresent(kind, (key, number) -> number == 1 ? null : number - 1);
        }
        for (Runnable next = next(kind); next != null; next = next(kind)) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable next(K kind) {
        Queue<Runnable> queue = waiting.get(kind);
        if (queue == null || running.getOrDefault(kind, 0) >= most.applyAsInt(kind)) {
            return null;
        }
        Runnable next = queue.remove();
        if (queue.isEmpty()) {
            waiting.remove(kind);
        }
        running.merge(kind, 1, Integer::sum);
        return next;
    }
}
