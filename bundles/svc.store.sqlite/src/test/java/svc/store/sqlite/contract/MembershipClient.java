package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.store.Changes;
import svc.api.store.Snapshot;
import svc.api.store.State;

/**
 * A client that keeps a copy of the objects in some containers and follows their changes page by page. It verifies each
 * response as {@link CachingClient} does.
 */
final class MembershipClient {

    private final String type;
    private final Set<Long> containers;
    private final Map<Long, Long> versions = new HashMap<>();
    private State state;
    private int resynchronized;

    MembershipClient(String type, Set<Long> containers, State state) {
        this.type = type;
        this.containers = containers;
        this.state = state;
    }

    /** Requests one page and applies it. If the changes cannot be calculated, reads all objects anew. */
    void follow(Snapshot snapshot, MembershipOracle oracle, int max) {
        State head = snapshot.state(type, MembershipSimulation.in(containers));
        Optional<Changes> answer = snapshot.changes(type, state, max, MembershipSimulation.in(containers));
        if (answer.isEmpty()) {
            assertThat(state.sequence()).isLessThan(oracle.floor(containers));
            resynchronized++;
            versions.clear();
            oracle.visible(containers, Long.MAX_VALUE).forEach(n -> versions.put(n, oracle.last(n, containers)));
            state = head;
            return;
        }
        Changes changes = answer.get();
        assertThat(changes.created().size()
                        + changes.updated().size()
                        + changes.destroyed().size())
                .isLessThanOrEqualTo(max);
        for (long n : changes.created()) {
            assertThat(versions).as("created is new").doesNotContainKey(n);
            versions.put(n, oracle.last(n, containers));
        }
        for (Changes.Updated updated : changes.updated()) {
            assertThat(versions).as("updated is known").containsKey(updated.n());
            versions.put(updated.n(), oracle.last(updated.n(), containers));
        }
        for (long n : changes.destroyed()) {
            assertThat(versions.remove(n)).as("destroyed is known").isNotNull();
        }
        state = changes.newState();
        if (state.continuation().isEmpty()) {
            assertThat(versions.keySet())
                    .as("the copy at the end of a window")
                    .isEqualTo(oracle.visible(containers, state.sequence()));
        }
        if (!changes.hasMoreChanges()) {
            assertThat(state).isEqualTo(head);
            versions.forEach(
                    (n, version) -> assertThat(version).as("version of %s", n).isEqualTo(oracle.last(n, containers)));
        }
    }

    Set<Long> containers() {
        return containers;
    }

    int resynchronized() {
        return resynchronized;
    }
}
