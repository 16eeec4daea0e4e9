package svc.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;

/** All of one type in one account. Changed only while a write owns its copy; what is published never changes again. */
final class Collection {

    private final Map<Long, Thing> things;
    private final TreeMap<Long, byte[]> bodies;
    private final TreeMap<Long, Tick> ticks;
    private final Indexes indexes;
    private long head;
    private OptionalLong floor;

    Collection() {
        things = new HashMap<>();
        bodies = new TreeMap<>();
        ticks = new TreeMap<>();
        indexes = new Indexes();
        floor = OptionalLong.empty();
    }

    private Collection(Collection other) {
        things = new HashMap<>(other.things);
        bodies = new TreeMap<>(other.bodies);
        ticks = new TreeMap<>(other.ticks);
        indexes = other.indexes.copy();
        head = other.head;
        floor = other.floor;
    }

    /** The newest state of a minute and when it was. */
    private record Tick(long seq, Instant at) {}

    Collection copy() {
        return new Collection(this);
    }

    Map<Long, Thing> things() {
        return things;
    }

    NavigableMap<Long, byte[]> bodies() {
        return bodies;
    }

    Indexes indexes() {
        return indexes;
    }

    long head() {
        return head;
    }

    OptionalLong floor() {
        return floor;
    }

    void changed(long n, Thing thing, long seq) {
        things.put(n, thing);
        head = seq;
    }

    /** Notes the state that is given out now. A clock that steps back goes on in the newest minute there is. */
    void tick(Instant now) {
        long minute = now.getEpochSecond() / Duration.ofMinutes(1).toSeconds();
        Map.Entry<Long, Tick> newest = ticks.lastEntry();
        if (newest == null || newest.getKey() < minute) {
            ticks.put(minute, new Tick(head, now));
        } else {
            Instant at = newest.getValue().at();
            ticks.put(newest.getKey(), new Tick(head, at.isAfter(now) ? at : now));
        }
    }

    OptionalLong purge(Instant before) {
        OptionalLong reached = OptionalLong.empty();
        while (!ticks.isEmpty() && ticks.firstEntry().getValue().at().isBefore(before)) {
            reached = OptionalLong.of(ticks.pollFirstEntry().getValue().seq());
        }
        if (reached.isPresent()) {
            floor = reached;
            long lowest = reached.getAsLong();
            things.replaceAll((n, thing) -> thing.purged(lowest));
            things.values().removeIf(thing -> thing.lives().isEmpty());
        }
        return reached;
    }
}
