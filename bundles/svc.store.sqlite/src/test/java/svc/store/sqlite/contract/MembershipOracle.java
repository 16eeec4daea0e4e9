package svc.store.sqlite.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A reference implementation of the membership log for tests. It stores every event and computes each result by a full
 * scan. Not thread-safe.
 */
final class MembershipOracle {

    private final Map<Long, List<Event>> objects = new TreeMap<>();
    private final Map<Long, Long> floors = new HashMap<>();

    /** The kinds of events. */
    enum Kind {
        CREATED,
        UPDATED,
        JOINED,
        LEFT,
        DESTROYED
    }

    /**
     * An event.
     *
     * @param n the object
     * @param seq the sequence number of the type after the event
     * @param kind what happened
     * @param container the container that the object joined or left
     * @param before the containers of the object before the event
     * @param after the containers of the object after the event
     */
    record Event(long n, long seq, Kind kind, long container, Set<Long> before, Set<Long> after) {

        Event {
            before = Set.copyOf(before);
            after = Set.copyOf(after);
        }

        /** Returns whether the event is a change of the object in this container. */
        boolean concerns(long other) {
            return switch (kind) {
                case CREATED -> false;
                case UPDATED, DESTROYED -> before.contains(other);
                case JOINED -> container == other;
                case LEFT -> container == other && before.contains(other);
            };
        }

        boolean ends(long other) {
            return before.contains(other) && !after.contains(other);
        }
    }

    void happened(Event event) {
        objects.computeIfAbsent(event.n(), any -> new ArrayList<>()).add(event);
    }

    /** Records from which sequence number on the changes of a container can be calculated. */
    void watched(long container, long floor) {
        floors.put(container, floor);
    }

    /** Records that the ends of memberships up to a sequence number were purged. */
    void purged(long until) {
        floors.replaceAll((container, floor) -> {
            long raised = floor;
            for (List<Event> events : objects.values()) {
                for (Event event : events) {
                    if (event.seq() <= until && event.ends(container)) {
                        raised = Math.max(raised, event.seq());
                    }
                }
            }
            return raised;
        });
    }

    boolean isWatched(long container) {
        return floors.containsKey(container);
    }

    /** Returns the sequence number from which the changes in all the containers can be calculated. */
    long floor(Set<Long> containers) {
        return containers.stream()
                .mapToLong(container -> floors.getOrDefault(container, Long.MAX_VALUE))
                .max()
                .orElse(0);
    }

    /** Returns the sequence number of the last change in watched containers. */
    long head(Set<Long> containers) {
        long head = floor(containers);
        for (List<Event> events : objects.values()) {
            for (Event event : events) {
                if (containers.stream().anyMatch(event::concerns)) {
                    head = Math.max(head, event.seq());
                }
            }
        }
        return head;
    }

    /** Returns the objects that were in one of the containers at a sequence number. */
    Set<Long> visible(Set<Long> containers, long seq) {
        Set<Long> visible = new TreeSet<>();
        objects.forEach((n, events) -> {
            if (isVisible(events, containers, seq)) {
                visible.add(n);
            }
        });
        return visible;
    }

    private static boolean isVisible(List<Event> events, Set<Long> containers, long seq) {
        for (int i = events.size() - 1; i >= 0; i--) {
            if (events.get(i).seq() <= seq) {
                return containers.stream().anyMatch(events.get(i).after()::contains);
            }
        }
        return false;
    }

    /** Returns the sequence number of the last change of an object in one of the containers. */
    long last(long n, Set<Long> containers) {
        return objects.getOrDefault(n, List.of()).stream()
                .filter(event -> containers.stream().anyMatch(event::concerns))
                .mapToLong(Event::seq)
                .max()
                .orElse(0);
    }

    /** Returns the net changes since a sequence number by object; an updated object has all facets. */
    Map<Long, String> outcomes(Set<Long> containers, long from) {
        Map<Long, String> outcomes = new TreeMap<>();
        objects.forEach((n, events) -> {
            boolean before = isVisible(events, containers, from);
            boolean after = isVisible(events, containers, Long.MAX_VALUE);
            if (before != after) {
                outcomes.put(n, after ? "created" : "destroyed");
            } else if (after && last(n, containers) > from) {
                outcomes.put(n, "updated 15");
            }
        });
        return outcomes;
    }
}
