package svc.dns;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A cache whose entries expire and whose size is limited; it removes the entry that was not used for the longest time.
 * Thread-safe.
 */
final class TtlCache<K, V> {

    private final long limit;
    private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long size;

    /** Creates a cache for entries whose sizes add up to the limit. */
    TtlCache(long limit) {
        this.limit = limit;
    }

    private record Entry<V>(V value, long storedAt, long nanos, int size) {}

    /** Returns the value that is not expired at this monotonic time. */
    synchronized Optional<V> get(K key, long now) {
        Entry<V> entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (now - entry.storedAt() >= entry.nanos()) {
            remove(key);
            return Optional.empty();
        }
        return Optional.of(entry.value());
    }

    /** Keeps a value for a time in nanoseconds. A value without time to live is not kept. */
    synchronized void put(K key, V value, long now, long nanos, int size) {
        remove(key);
        if (nanos > 0 && size <= limit) {
            entries.put(key, new Entry<>(value, now, nanos, size));
            this.size += size;
            shrink();
        }
    }

    private void shrink() {
        Iterator<Entry<V>> eldest = entries.values().iterator();
        while (size > limit) {
            size -= eldest.next().size();
            eldest.remove();
        }
    }

    synchronized void remove(K key) {
        Entry<V> entry = entries.remove(key);
        size -= entry == null ? 0 : entry.size();
    }

    /** Returns the number of entries, including expired ones that are not yet removed. */
    synchronized int count() {
        return entries.size();
    }
}
