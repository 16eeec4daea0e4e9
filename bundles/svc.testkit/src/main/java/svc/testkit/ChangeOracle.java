package svc.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import svc.api.store.Facets;

/**
 * Knows every change that ever was, and answers slowly and surely what a change log must answer quickly.
 */
final class ChangeOracle {

    private final Map<Long, List<Event>> objects = new TreeMap<>();

    /** What happened to an object at a number of the sequence. */
    record Event(long seq, boolean alive, Facets facets) {}

    void happened(long n, long seq, boolean alive, Facets facets) {
        objects.computeIfAbsent(n, any -> new ArrayList<>()).add(new Event(seq, alive, facets));
    }

    /** The objects that lived when the sequence had come to {@code seq}. */
    Set<Long> alive(long seq) {
        Set<Long> alive = new TreeSet<>();
        objects.forEach((n, events) -> {
            if (alive(events, seq)) {
                alive.add(n);
            }
        });
        return alive;
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
    Map<Long, String> outcomes(long from, long to) {
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
