package svc.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import svc.api.store.Facets;

/**
 * Knows every change that ever was, and answers slowly and surely what a change log must answer quickly. Threading: one
 * thread at a time.
 */
public final class ChangeOracle {

    private final Map<Long, List<Event>> objects = new TreeMap<>();

    /** Begins with nothing. */
    public ChangeOracle() {}

    /** What happened to an object at a number of the sequence. */
    private record Event(long seq, boolean alive, Facets facets) {}

    /** Tells that an object was born, changed or died at a number of the sequence. */
    public void happened(long n, long seq, boolean alive, Facets facets) {
        objects.computeIfAbsent(n, any -> new ArrayList<>()).add(new Event(seq, alive, facets));
    }

    /** The objects that lived when the sequence had come to {@code seq}. */
    public Set<Long> alive(long seq) {
        Set<Long> alive = new TreeSet<>();
        objects.forEach((n, events) -> {
            if (alive(events, seq)) {
                alive.add(n);
            }
        });
        return alive;
    }

    /** Forgets what nobody asks for who asks for no window from before {@code floor}. */
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

    /** The number of an object's last change. */
    long last(long n) {
        List<Event> events = objects.getOrDefault(n, List.of());
        return events.get(events.size() - 1).seq();
    }

    /** Everything that became of a window: object to {@code created}, {@code destroyed} or its changed facets. */
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
