package svc.auth.storage;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of two generations. When the young generation is full, it becomes the old generation, and the entries
 * of the previous old generation are dropped. A read copies an entry to the young generation, so that used entries are
 * kept. Thread-safe; a read takes no lock.
 */
public final class BoundedCache<K, V> {

    private final int most;
    private volatile Generations<K, V> generations = new Generations<>(Map.of());

    private static final class Generations<K, V> {
        private final ConcurrentHashMap<K, V> young = new ConcurrentHashMap<>();
        private final Map<K, V> old;

        Generations(Map<K, V> old) {
            this.old = old;
        }
    }

    /** Creates a cache of at most {@code most} entries. */
    public BoundedCache(int most) {
        this.most = most;
    }

    /** Returns the cached value, or null. */
    @Nullable
    public V get(K key) {
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

    public void put(K key, V value) {
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

    long size() {
        Generations<K, V> now = generations;
        return now.young.mappingCount() + now.old.size();
    }
}
