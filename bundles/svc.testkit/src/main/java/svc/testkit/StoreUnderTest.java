package svc.testkit;

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

/** The store under test with what tests of it need. */
interface StoreUnderTest {

    /** The type of most objects. */
    String TYPE = "Foo";

    /** As long as anything may take. */
    Duration SOON = Duration.ofSeconds(20);

    /** The store under test. */
    Store store();

    /** An account in it. */
    Scope scope();

    /** A new account. */
    Scope account(String name);

    /** The store's clock. */
    SetClock clock();

    /** What was announced and not looked at yet. */
    BlockingQueue<StateChange> heard();

    /** A new object of the account. */
    default long create() {
        return store().write(scope(), tx -> tx.created(TYPE, Facets.ALL));
    }

    /** The state of the account. */
    default State state() {
        return store().read(scope(), snapshot -> snapshot.state(TYPE));
    }

    /** What has changed in the account. */
    default Changes since(State since) {
        return since(since, 500);
    }

    /** What has changed in the account, so much at once. */
    default Changes since(State since, int max) {
        return store().read(scope(), snapshot -> snapshot.changes(TYPE, since, max))
                .orElseThrow();
    }

    /** Changes the account. */
    default void write(Consumer<Transaction> work) {
        store().write(scope(), tx -> {
            work.accept(tx);
            return true;
        });
    }

    /** The numbers of the updated objects. */
    static List<Long> numbers(Changes changes) {
        return changes.updated().stream().map(Changes.Updated::n).toList();
    }

    /** Waits for a thread to end. */
    static void join(Thread thread) {
        try {
            thread.join(SOON.toMillis());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(thread.isAlive()).isFalse();
    }
}
