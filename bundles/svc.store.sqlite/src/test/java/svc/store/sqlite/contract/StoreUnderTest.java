package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.StateChange;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.testkit.SettableWallClock;

/** The store under test and helper methods for its tests. */
interface StoreUnderTest {

    String TYPE = "Foo";

    /** The longest time that any operation may take. */
    Duration SOON = Duration.ofSeconds(20);

    Store store();

    /** The scope of an account in the store. */
    Scope scope();

    Scope account(String name);

    SettableWallClock clock();

    /** State changes that were announced and not examined yet. */
    BlockingQueue<StateChange> heard();

    default long create() {
        return store().write(scope(), tx -> tx.logCreated(TYPE, Facets.ALL));
    }

    default State state() {
        return store().read(scope(), snapshot -> snapshot.state(TYPE));
    }

    default Changes since(State since) {
        return since(since, 500);
    }

    default Changes since(State since, int max) {
        return store().read(scope(), snapshot -> snapshot.changes(TYPE, since, max))
                .orElseThrow();
    }

    default void write(Consumer<Transaction> callback) {
        store().write(scope(), tx -> {
            callback.accept(tx);
            return true;
        });
    }

    static List<Long> numbers(Changes changes) {
        return changes.updated().stream().map(Changes.Updated::n).toList();
    }

    static void join(Thread thread) {
        try {
            thread.join(SOON.toMillis());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(thread.isAlive()).isFalse();
    }
}
