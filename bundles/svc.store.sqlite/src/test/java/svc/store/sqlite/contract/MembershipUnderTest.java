package svc.store.sqlite.contract;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.State;
import svc.api.store.Visibility;

/** Watched containers of the store under test, and the changes in them. */
interface MembershipUnderTest extends StoreUnderTest {

    long A = 1_001;
    long B = 1_002;
    long C = -1_001;

    static Visibility in(Long... containers) {
        return new Visibility.InContainers(Set.of(containers));
    }

    default State state(Visibility visibility) {
        return store().read(scope(), snapshot -> snapshot.state(TYPE, visibility));
    }

    default Optional<Changes> changes(State since, int max, Visibility visibility) {
        return store().read(scope(), snapshot -> snapshot.changes(TYPE, since, max, visibility));
    }

    default Changes since(State since, Visibility visibility) {
        return changes(since, 500, visibility).orElseThrow();
    }

    default void watch(Long... containers) {
        write(tx -> List.of(containers).forEach(container -> tx.watch(TYPE, container, List.of(), true)));
    }

    default long createIn(long container) {
        return store().write(scope(), tx -> {
            long n = tx.logCreated(TYPE, Facets.ALL);
            tx.joined(TYPE, n, container);
            return n;
        });
    }
}
