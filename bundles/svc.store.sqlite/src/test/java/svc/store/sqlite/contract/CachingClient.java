package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import svc.api.store.Changes;
import svc.api.store.Snapshot;
import svc.api.store.State;

/**
 * A client that keeps a copy of one type and follows its changes page by page (RFC 8620 §5.2). It verifies each
 * response: a created object must be unknown to the client, and an updated or destroyed one must be known.
 */
final class CachingClient {

    private final String type;
    private final Map<Long, Long> versions = new HashMap<>();
    private State state;
    private int resynchronized;

    CachingClient(String type, State state) {
        this.type = type;
        this.state = state;
    }

    /** Requests one page and applies it. If the changes cannot be calculated any more, reads all objects anew. */
    void follow(Snapshot snapshot, ChangeOracle oracle, int max) {
        Optional<Changes> answer = snapshot.changes(type, state, max);
        if (answer.isEmpty()) {
            assertThat(state.sequence())
                    .as("cannot be calculated only below the floor")
                    .isLessThan(snapshot.floor(type).orElse(0));
            resynchronize(snapshot.state(type), oracle);
            return;
        }
        Changes changes = answer.get();
        assertThat(changes.created().size()
                        + changes.updated().size()
                        + changes.destroyed().size())
                .isLessThanOrEqualTo(max);
        for (long n : changes.created()) {
            assertThat(versions).as("created is new").doesNotContainKey(n);
            versions.put(n, oracle.last(n));
        }
        for (Changes.Updated updated : changes.updated()) {
            assertThat(versions).as("updated is known").containsKey(updated.n());
            versions.put(updated.n(), oracle.last(updated.n()));
        }
        for (long n : changes.destroyed()) {
            assertThat(versions.remove(n)).as("destroyed is known").isNotNull();
        }
        state = changes.newState();
        if (state.continuation().isEmpty()) {
            assertThat(versions.keySet())
                    .as("the cache at the end of a window")
                    .isEqualTo(oracle.alive(state.sequence()));
        }
        if (!changes.hasMoreChanges()) {
            assertThat(state).isEqualTo(snapshot.state(type));
            versions.forEach(
                    (n, version) -> assertThat(version).as("version of %s", n).isEqualTo(oracle.last(n)));
        }
    }

    private void resynchronize(State head, ChangeOracle oracle) {
        resynchronized++;
        versions.clear();
        oracle.alive(head.sequence()).forEach(n -> versions.put(n, oracle.last(n)));
        state = head;
    }

    int resynchronized() {
        return resynchronized;
    }
}
