package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.store.sqlite.contract.ChangeOracle;

/**
 * The state of one account that the parent of a killed store expects: all acknowledged writes and the one in progress.
 */
public final class KilledAccount {

    private static final String TYPE = "Foo";
    private static final int PAGE = 7;

    private final ChangeOracle oracle = new ChangeOracle();
    private final List<Event> onTheWay = new ArrayList<>();
    private long head;
    private long purged;

    /** A creation, update or destruction of an object. */
    private record Event(long n, long seq, boolean alive, Facets facets) {
        static Event of(String text) {
            String[] parts = text.split(":", -1);
            return new Event(
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    Boolean.parseBoolean(parts[2]),
                    new Facets(Integer.parseInt(parts[3])));
        }
    }

    /** Records a write before its commit. */
    public void tried(List<String> events) {
        onTheWay.clear();
        events.forEach(text -> onTheWay.add(Event.of(text)));
    }

    /** Records that the write was acknowledged. */
    public void acknowledged() {
        for (Event event : onTheWay) {
            oracle.happened(event.n, event.seq, event.alive, event.facets);
            head = event.seq;
        }
        onTheWay.clear();
    }

    /** Records that the write was rejected. */
    public void refused() {
        onTheWay.clear();
    }

    /** Records the floor of a purge. */
    public void purged(long floor) {
        purged = Math.max(purged, floor);
    }

    /** Compares all query results with the expected state. Returns the number of compared cursors. */
    public int examine(Snapshot snapshot) {
        State state = snapshot.state(TYPE);
        if (state.sequence() != head) {
            assertThat(onTheWay).as("head %s, acknowledged %s", state, head).isNotEmpty();
            acknowledged();
        }
        onTheWay.clear();
        assertThat(state.sequence())
                .as("neither behind nor ahead of what was told")
                .isEqualTo(head);
        assertThat(snapshot.scan(TYPE, 0, Integer.MAX_VALUE))
                .extracting(Snapshot.Body::n)
                .containsExactlyElementsOf(oracle.alive(head));
        long floor = snapshot.floor(TYPE).orElse(0);
        assertThat(floor).isGreaterThanOrEqualTo(purged);
        oracle.forget(floor);
        if (floor > 0) {
            assertThat(snapshot.changes(TYPE, new State(state.epoch(), floor - 1), 1))
                    .isEmpty();
        }
        for (long cursor = floor; cursor <= head; cursor++) {
            Map<Long, String> expected = oracle.outcomes(cursor, head);
            State since = new State(state.epoch(), cursor);
            assertThat(told(snapshot, since, Integer.MAX_VALUE - 1))
                    .as("from %s of %s to %s", cursor, floor, head)
                    .isEqualTo(expected);
            if (cursor % PAGE == 0) {
                assertThat(told(snapshot, since, PAGE)).as("page by page").isEqualTo(expected);
            }
        }
        return (int) (head - floor) + 1;
    }

    private static Map<Long, String> told(Snapshot snapshot, State from, int max) {
        Map<Long, String> told = new TreeMap<>();
        State since = from;
        boolean more = true;
        while (more) {
            Changes changes = snapshot.changes(TYPE, since, max).orElseThrow();
            changes.created().forEach(n -> once(told, n, "created"));
            changes.updated()
                    .forEach(
                            one -> once(told, one.n(), "updated " + one.facets().bits()));
            changes.destroyed().forEach(n -> once(told, n, "destroyed"));
            since = changes.newState();
            more = changes.hasMoreChanges();
        }
        assertThat(since).isEqualTo(snapshot.state(TYPE));
        return told;
    }

    private static void once(Map<Long, String> told, long n, String outcome) {
        assertThat(told.put(n, outcome)).as("told once").isNull();
    }
}
