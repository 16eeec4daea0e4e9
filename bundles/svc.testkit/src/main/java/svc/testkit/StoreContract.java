package svc.testkit;

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
import svc.api.store.StoreProblem;
import svc.api.time.Clock;

/** What every store must do, all of it or none. A store's own tests extend it. */
public abstract class StoreContract implements ChangesContract, WritingContract, ReadingContract, BackgroundContract {

    private final SetClock clock = new SetClock();
    private final LinkedBlockingQueue<StateChange> heard = new LinkedBlockingQueue<>();
    private final AtomicReference<Store> store = new AtomicReference<>();
    private final AtomicReference<Scope> scope = new AtomicReference<>();

    /** For the subclasses. */
    protected StoreContract() {}

    /** Opens a fresh store. */
    protected abstract Store open(Clock clock, StateListener listener) throws Exception;

    /** Closes it. */
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
    public final SetClock clock() {
        return clock;
    }

    @Override
    public final BlockingQueue<StateChange> heard() {
        return heard;
    }

    @BeforeEach
    final void openStore() throws Exception {
        store.set(open(clock, heard::add));
        scope.set(account("alice"));
    }

    @AfterEach
    final void closeStore() throws Exception {
        close(store());
    }

    @Override
    public final Scope account(String name) {
        return Scope.account(new ScopeKey(), store().write(Scope.system(), tx -> tx.enrol("example", name)));
    }

    @Test
    void aStoppedStoreRefusesWithASentence() throws Exception {
        close(store());
        assertThatThrownBy(this::create)
                .isInstanceOfSatisfying(
                        StoreProblem.class, p -> assertThat(p.kind()).isEqualTo(StoreProblem.Kind.STOPPED));
        assertThatThrownBy(this::state)
                .isInstanceOfSatisfying(
                        StoreProblem.class, p -> assertThat(p.kind()).isEqualTo(StoreProblem.Kind.STOPPED));
    }

    @Test
    final void anIndexKeepsTheOrderOfItsKeysThroughARandomLife() {
        for (long seed = 1; seed <= 5; seed++) {
            new IndexTrial(store(), account("index" + seed), seed).live(120);
        }
    }

    @Test
    final void anIndexIsWholeOnlyOnceItWasSaid() {
        assertThat(store().<Boolean>read(scope(), snapshot -> snapshot.isIndexed(TYPE, "rank")))
                .isFalse();
        store().write(scope(), tx -> {
            tx.indexed(TYPE, "rank");
            return tx.isIndexed(TYPE, "rank");
        });
        assertThat(store().<Boolean>read(scope(), snapshot -> snapshot.isIndexed(TYPE, "rank")))
                .isTrue();
        assertThat(store().<Boolean>read(scope(), snapshot -> snapshot.isIndexed(TYPE, "title")))
                .isFalse();
    }
}
