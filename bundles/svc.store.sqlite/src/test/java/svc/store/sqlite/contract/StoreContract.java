package svc.store.sqlite.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.api.store.StateChange;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.testkit.SettableWallClock;

/** Contract tests that every {@link Store} must pass. The tests of a store extend this class. */
public abstract class StoreContract
        implements ChangeLogContract,
                MembershipContract,
                MembershipWindowsContract,
                WatchedContainersContract,
                TransactionContract,
                SnapshotContract,
                BackgroundTaskContract {

    private final SettableWallClock clock = new SettableWallClock();
    private final LinkedBlockingQueue<StateChange> stateChanges = new LinkedBlockingQueue<>();
    private final AtomicReference<Store> store = new AtomicReference<>();
    private final AtomicReference<Scope> scope = new AtomicReference<>();

    /** Creates the tests of one store. */
    protected StoreContract() {}

    /** Opens an empty store. */
    protected abstract Store open(Clock clock, StateListener listener) throws Exception;

    /** Closes the store. */
    protected abstract void close(Store store) throws Exception;

    @Override
    public final Store store() {
        return requireNonNull(store.get());
    }

    @Override
    public final Scope scope() {
        return requireNonNull(scope.get());
    }

    @Override
    public final SettableWallClock clock() {
        return clock;
    }

    @Override
    public final BlockingQueue<StateChange> heard() {
        return stateChanges;
    }

    @BeforeEach
    final void openStore() throws Exception {
        store.set(open(clock, stateChanges::add));
        scope.set(account("alice"));
    }

    @AfterEach
    final void closeStore() throws Exception {
        close(store());
    }

    @Override
    public final Scope account(String name) {
        return Scope.account(new ScopeKey(), store().write(Scope.system(), tx -> tx.createAccount("example", name)));
    }

    @Test
    void stoppedStoreRejectsWithAMessage() throws Exception {
        close(store());
        assertThatThrownBy(this::create)
                .isInstanceOfSatisfying(
                        StoreException.class, p -> assertThat(p.kind()).isEqualTo(StoreException.Kind.STOPPED));
        assertThatThrownBy(this::state)
                .isInstanceOfSatisfying(
                        StoreException.class, p -> assertThat(p.kind()).isEqualTo(StoreException.Kind.STOPPED));
    }

    @Test
    final void indexKeepsKeyOrderUnderRandomOperations() {
        for (long seed = 1; seed <= 5; seed++) {
            new IndexSimulation(store(), account("index" + seed), seed).runSteps(120);
        }
    }

    @Test
    final void indexIsCompleteOnlyAfterItIsMarked() {
        assertThat(store().<Boolean>read(scope(), snapshot -> snapshot.isIndexed(TYPE, "rank")))
                .isFalse();
        store().write(scope(), tx -> {
            tx.markIndexComplete(TYPE, "rank");
            return tx.isIndexed(TYPE, "rank");
        });
        assertThat(store().<Boolean>read(scope(), snapshot -> snapshot.isIndexed(TYPE, "rank")))
                .isTrue();
        assertThat(store().<Boolean>read(scope(), snapshot -> snapshot.isIndexed(TYPE, "title")))
                .isFalse();
    }
}
