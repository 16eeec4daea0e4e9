package svc.push;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The open streams by the number of the account that owns them. Thread-safe. */
final class OpenStreams {

    private final Map<Long, Set<EventStream>> streams = new HashMap<>();
    private int size;

    synchronized void add(long account, EventStream stream) {
        if (streams.computeIfAbsent(account, n -> new HashSet<>(2)).add(stream)) {
            size++;
        }
    }

    synchronized void remove(long account, EventStream stream) {
        streams.computeIfPresent(account, (n, known) -> {
            size -= known.remove(stream) ? 1 : 0;
            return known.isEmpty() ? null : known;
        });
    }

    synchronized List<EventStream> of(long account) {
        return List.copyOf(streams.getOrDefault(account, Set.of()));
    }

    synchronized List<EventStream> all() {
        return streams.values().stream().flatMap(Set::stream).toList();
    }

    synchronized int size() {
        return size;
    }
}
