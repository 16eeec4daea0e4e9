package svc.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.shared.EventCounters;
import svc.api.time.Clock;

/** The event counters of a server with one process, in memory. The number of keys of a realm is limited. */
@Component(service = EventCounters.class)
public final class LocalEventCounters implements EventCounters {

    private static final int KEYS = 20_000;

    private final Clock clock;
    private final Map<String, LinkedHashMap<String, Deque<Entry>>> realms = new HashMap<>();

    @Activate
    public LocalEventCounters(@Reference Clock clock) {
        this.clock = clock;
    }

    /** An event and its time in nanoseconds. */
    private record Entry(long at, Event event) {}

    @Override
    public List<CountedEvent> add(String realm, String key, Event event, Duration window) {
        return add(realm, key, event, window, Integer.MAX_VALUE);
    }

    @Override
    public synchronized List<CountedEvent> add(String realm, String key, Event event, Duration window, int most) {
        Map<String, Deque<Entry>> keys = keys(realm);
        Deque<Entry> entries = keys.computeIfAbsent(key, any -> new ArrayDeque<>(4));
        long now = clock.nanos();
        forget(entries, now, window);
        if (entries.stream().noneMatch(before -> before.event().value().equals(event.value()))) {
            entries.addLast(new Entry(now, event));
        }
        while (entries.size() > most) {
            entries.removeFirst();
        }
        if (keys.size() > KEYS) {
            keys.remove(keys.keySet().iterator().next());
        }
        return counted(entries, now);
    }

    @Override
    public synchronized List<CountedEvent> recent(String realm, String key, Duration window) {
        Deque<Entry> entries = keys(realm).get(key);
        if (entries == null) {
            return List.of();
        }
        long now = clock.nanos();
        forget(entries, now, window);
        return counted(entries, now);
    }

    @Override
    public synchronized void remove(String realm, String key) {
        keys(realm).remove(key);
    }

    @Override
    public synchronized void remove(String realm, String key, String owner) {
        Deque<Entry> entries = keys(realm).get(key);
        if (entries != null) {
            entries.removeIf(before -> before.event().owner().equals(owner));
            if (entries.isEmpty()) {
                remove(realm, key);
            }
        }
    }

    private Map<String, Deque<Entry>> keys(String realm) {
        return realms.computeIfAbsent(realm, any -> new LinkedHashMap<>(16, 0.75f, true));
    }

    private static void forget(Deque<Entry> entries, long now, Duration window) {
        while (!entries.isEmpty() && now - entries.getFirst().at() >= window.toNanos()) {
            entries.removeFirst();
        }
    }

    private static List<CountedEvent> counted(Deque<Entry> entries, long now) {
        return entries.stream()
                .map(entry -> new CountedEvent(entry.event(), Duration.ofNanos(now - entry.at())))
                .toList();
    }

    /** Returns the number of keys of a realm. */
    synchronized int size(String realm) {
        return keys(realm).size();
    }
}
