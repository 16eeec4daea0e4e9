package svc.auth;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A bounded memory that keeps what is used: a young generation and the one before it. When the young one is full it becomes
 * the old one, and what nobody asked for since is forgotten. Any thread; a look takes no lock.
 */
final class Remembered<K, V> {

    private final int most;
    private volatile Generations<K, V> generations = new Generations<>(Map.of());

    private static final class Generations<K, V> {
        private final ConcurrentHashMap<K, V> young = new ConcurrentHashMap<>();
        private final Map<K, V> old;

        Generations(Map<K, V> old) {
            this.old = old;
        }
    }

    /** A memory for at most {@code most} entries. */
    Remembered(int most) {
        this.most = most;
    }

    /** What is remembered. */
    @Nullable
    V get(K key) {
        Generations<K, V> now = generations;
        V young = now.young.get(key);
        if (young != null) {
            return young;
        }
        V old = now.old.get(key);
        if (old != null && now.young.putIfAbsent(key, old) == null) {
            makeRoom(now);
        }
        return old;
    }

    /** Remembers. */
    void put(K key, V value) {
        Generations<K, V> now = generations;
        now.young.put(key, value);
        makeRoom(now);
    }

    private void makeRoom(Generations<K, V> full) {
        if (full.young.mappingCount() * 2 < most) {
            return;
        }
        synchronized (this) {
            if (generations == full) {
                generations = new Generations<>(full.young);
            }
        }
    }

    /** How much is remembered. */
    long size() {
        Generations<K, V> now = generations;
        return now.young.mappingCount() + now.old.size();
    }
}
