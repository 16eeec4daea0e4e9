package svc.store.sqlite.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import svc.api.store.Facets;

/**
 * A reference implementation of the change log for tests. It stores every change and computes each result by a full
 * scan. Not thread-safe.
 */
public final class ChangeOracle {

    private final Map<Long, List<Event>> objects = new TreeMap<>();

    /** Creates an oracle without changes. */
    public ChangeOracle() {}

    /** A change of an object at a sequence number. */
    private record Event(long seq, boolean alive, Facets facets) {}

    /** Records that an object was created, updated or destroyed at a sequence number. */
    public void happened(long n, long seq, boolean alive, Facets facets) {
        objects.computeIfAbsent(n, any -> new ArrayList<>()).add(new Event(seq, alive, facets));
    }

    /** Returns the objects that exist at the sequence number {@code seq}. */
    public Set<Long> alive(long seq) {
        Set<Long> alive = new TreeSet<>();
        objects.forEach((n, events) -> {
            if (alive(events, seq)) {
                alive.add(n);
            }
        });
        return alive;
    }

    /** Discards the details of changes up to {@code floor}. Afterwards no window may begin before it. */
    public void forget(long floor) {
        objects.replaceAll((n, events) -> {
            List<Event> later = new ArrayList<>(
                    events.stream().filter(event -> event.seq() > floor).toList());
            if (alive(events, floor)) {
                later.add(0, new Event(floor, true, Facets.ALL));
            }
            return later;
        });
        objects.values().removeIf(List::isEmpty);
    }

    private static boolean alive(List<Event> events, long seq) {
        boolean alive = false;
        for (Event event : events) {
            if (event.seq() <= seq) {
                alive = event.alive();
            }
        }
        return alive;
    }

    /** Returns the sequence number of an object's last change. */
    long last(long n) {
        List<Event> events = objects.getOrDefault(n, List.of());
        return events.get(events.size() - 1).seq();
    }

    /** Returns the net changes of a window by object: {@code created}, {@code destroyed} or the changed facets. */
    public Map<Long, String> outcomes(long from, long to) {
        Map<Long, String> outcomes = new TreeMap<>();
        objects.forEach((n, events) -> {
            boolean before = alive(events, from);
            boolean after = alive(events, to);
            int facets = 0;
            for (Event event : events) {
                facets |=
                        event.seq() > from && event.seq() <= to ? event.facets().bits() : 0;
            }
            if (before != after) {
                outcomes.put(n, after ? "created" : "destroyed");
            } else if (after && facets != 0) {
                outcomes.put(n, "updated " + facets);
            }
        });
        return outcomes;
    }
}
