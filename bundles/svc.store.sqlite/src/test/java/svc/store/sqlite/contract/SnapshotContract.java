package svc.store.sqlite.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.StoreException;
import svc.api.store.Transaction;

/** Tests of reads: a snapshot shows one moment of one scope, and only during its callback. */
interface SnapshotContract extends StoreUnderTest {

    @Test
    default void hostileNamesAndNumbersAreRejectedOrIsolated() {
        for (String type : List.of("", "1Foo", "Foo'; DROP TABLE change; --", "F\u0000o", "É", "x".repeat(65))) {
            assertThatThrownBy(() -> write(tx -> tx.logCreated(type, Facets.ALL)))
                    .as(type)
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store().read(scope(), s -> s.state(type)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Facets.of(4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Scope.account(new ScopeKey(), 0)).isInstanceOf(IllegalArgumentException.class);
        Scope odd = account("'; DELETE FROM account; --");
        write(tx -> tx.put(TYPE, 7, "mine".getBytes(UTF_8)));
        store().read(odd, s -> {
            assertThat(s.body(TYPE, 7)).isEmpty();
            assertThat(s.bodies(TYPE, List.of(7L, 7L, -7L, Long.MIN_VALUE))).isEmpty();
            assertThat(s.scan(TYPE, Long.MIN_VALUE, Integer.MAX_VALUE)).isEmpty();
            assertThat(s.scan(TYPE, 0, -1)).isEmpty();
            return true;
        });
    }

    @Test
    default void rejectsUnknownAccounts() {
        Scope nobody = Scope.account(new ScopeKey(), 99_999);
        assertThatThrownBy(() -> store().write(nobody, tx -> tx.logCreated(TYPE, Facets.ALL)))
                .isInstanceOfSatisfying(
                        StoreException.class, p -> assertThat(p.kind()).isEqualTo(StoreException.Kind.NO_ACCOUNT));
        assertThatThrownBy(() -> store().read(nobody, s -> s.state(TYPE))).isInstanceOf(StoreException.class);
    }

    @Test
    default void onlyTheSystemScopeListsAccounts() {
        store().read(Scope.system(), s -> {
            assertThat(s.findAccount("example", "alice")).hasValue(scope().n());
            assertThat(s.findAccount("example", "zoe")).isEmpty();
            return true;
        });
        assertThatThrownBy(() -> account("alice")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> write(tx -> tx.createAccount("example", "eve")))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store().read(scope(), s -> s.findAccount("example", "alice")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    default void objectsArePutReadScannedAndRemovedInBatches() {
        Map<Long, byte[]> bodies = new TreeMap<>();
        for (long n = 1; n <= 1_300; n++) {
            bodies.put(n, ("body " + n).getBytes(UTF_8));
        }
        write(tx -> {
            tx.put(TYPE, bodies);
            assertThat(tx.bodies(TYPE, bodies.keySet())).hasSize(1_300);
            tx.remove(TYPE, List.of(2L, 3L, 5_000L));
            tx.put(TYPE, 1, new byte[0]);
        });
        store().read(scope(), s -> {
            assertThat(s.body(TYPE, 1)).hasValue(new byte[0]);
            assertThat(s.body(TYPE, 2)).isEmpty();
            assertThat(s.bodies(TYPE, bodies.keySet())).hasSize(1_298);
            assertThat(s.scan(TYPE, 1, 2)).extracting(Snapshot.Body::n).containsExactly(4L, 5L);
            assertThat(s.bodies(TYPE, List.of())).isEmpty();
            return true;
        });
    }

    @Test
    default void snapshotIsStableDuringWrites() throws Exception {
        long n = create();
        State before = state();
        store().read(scope(), s -> {
            assertThat(s.state(TYPE)).isEqualTo(before);
            Thread other = new Thread(() -> write(tx -> {
                tx.logUpdated(TYPE, n, Facets.ALL);
                tx.put(TYPE, n, new byte[] {1});
            }));
            other.start();
            StoreUnderTest.join(other);
            assertThat(s.state(TYPE)).isEqualTo(before);
            assertThat(s.body(TYPE, n)).isEmpty();
            State nested = store().read(scope(), inner -> inner.state(TYPE));
            assertThat(nested).as("a read inside a read sees the same moment").isEqualTo(before);
            return true;
        });
        assertThat(state().sequence()).isGreaterThan(before.sequence());
    }

    @Test
    default void snapshotsAndTransactionsEndWithTheirCallbackAndThread() {
        Snapshot snapshot = store().read(scope(), s -> s);
        Transaction transaction = store().write(scope(), tx -> tx);
        assertThatThrownBy(() -> snapshot.state(TYPE)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> snapshot.scan(TYPE, 0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> transaction.logCreated(TYPE, Facets.ALL)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> transaction.withSavepoint(() -> 1)).isInstanceOf(IllegalStateException.class);
        AtomicReference<Throwable> seen = new AtomicReference<>(new AssertionError("nothing was thrown"));
        store().read(scope(), s -> {
            Thread other = new Thread(() -> seen.set(catchThrowable(() -> s.state(TYPE))));
            other.start();
            StoreUnderTest.join(other);
            return true;
        });
        assertThat(seen.get()).isInstanceOf(IllegalStateException.class);
    }
}
