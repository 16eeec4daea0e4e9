package svc.store.sqlite.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.Transaction;

/** Tests of writes: a write is atomic, even if its callback fails. */
interface TransactionContract extends StoreUnderTest {

    @Test
    default void throwingCallbackRollsBackAndRethrows() {
        State before = state();
        IllegalArgumentException thrown = new IllegalArgumentException("on purpose");
        assertThatThrownBy(() -> write(tx -> {
                    long n = tx.logCreated(TYPE, Facets.ALL);
                    tx.put(TYPE, n, new byte[] {1});
                    tx.logCreated("NeverSeen", Facets.ALL);
                    throw thrown;
                }))
                .isSameAs(thrown);
        assertThat(state()).isEqualTo(before);
        store().read(scope(), s -> {
            assertThat(s.scan(TYPE, 0, 10)).isEmpty();
            assertThat(s.types()).isEmpty();
            return true;
        });
    }

    @Test
    default void touchedRaisesTheStateWithoutAnObject() throws InterruptedException {
        State before = state();
        write(tx -> {
            tx.touched(TYPE);
            assertThat(catchThrowable(() -> tx.withSavepoint(() -> {
                        tx.touched("NeverSeen");
                        throw new IllegalArgumentException("undone");
                    })))
                    .hasMessage("undone");
            assertThat(tx.types()).containsExactly(TYPE);
            assertThat(tx.state(TYPE)).isNotEqualTo(before);
        });
        State after = state();
        assertThat(after.sequence()).isGreaterThan(before.sequence());
        assertThat(heard().take().states()).containsExactly(Map.entry(TYPE, after));
        Changes changes = since(before);
        assertThat(changes.newState()).isEqualTo(after);
        assertThat(changes.created()).isEmpty();
        assertThat(changes.updated()).isEmpty();
        assertThat(changes.destroyed()).isEmpty();
        long object = create();
        assertThat(since(after).created()).as("later changes").containsExactly(object);
    }

    @Test
    default void callbackErrorReachesItsCallerOnly() {
        assertThatThrownBy(() -> write(tx -> {
                    throw new NoClassDefFoundError("gone");
                }))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThatThrownBy(() -> write(TransactionContract::endless)).isInstanceOf(StackOverflowError.class);
        assertThat(create()).isPositive();
    }

    @SuppressWarnings("InfiniteRecursion") // The recursion is what the test needs.
    private static void endless(Transaction tx) {
        endless(tx);
    }

    @Test
    default void failedSavepointKeepsTheRest() {
        State before = state();
        write(tx -> {
            long kept = tx.logCreated(TYPE, Facets.ALL);
            tx.put(TYPE, kept, "kept".getBytes(UTF_8));
            Throwable refused = catchThrowable(() -> tx.withSavepoint(() -> {
                long lost = tx.logCreated(TYPE, Facets.ALL);
                tx.put(TYPE, Map.of(kept, "changed".getBytes(UTF_8), lost, new byte[0]));
                tx.logUpdated(TYPE, kept, Facets.of(2));
                tx.logCreated("Bar", Facets.ALL);
                throw new IllegalArgumentException("this one only");
            }));
            assertThat(refused).hasMessage("this one only");
            assertThat(tx.state(TYPE).sequence()).isEqualTo(kept);
            String answer = tx.withSavepoint(() -> {
                long second = tx.logCreated(TYPE, Facets.ALL);
                assertThat(catchThrowable(() -> tx.withSavepoint(() -> {
                            tx.logDestroyed(TYPE, second);
                            throw new IllegalArgumentException("the inner one only");
                        })))
                        .hasMessage("the inner one only");
                return "fine";
            });
            assertThat(answer).isEqualTo("fine");
        });
        Changes changes = since(before);
        assertThat(changes.created()).hasSize(2);
        assertThat(changes.destroyed()).isEmpty();
        store().read(scope(), s -> {
            assertThat(s.body(TYPE, changes.created().get(0))).hasValue("kept".getBytes(UTF_8));
            assertThat(s.types()).containsExactly(TYPE);
            return true;
        });
    }

    @Test
    default void afterCommitRunsOnlyAfterTheCommit() {
        List<String> executed = new CopyOnWriteArrayList<>();
        assertThatThrownBy(() -> write(tx -> {
                    tx.afterCommit(() -> executed.add("of a write that failed"));
                    throw new IllegalArgumentException("on purpose");
                }))
                .hasMessage("on purpose");
        write(tx -> {
            long n = tx.logCreated(TYPE, Facets.ALL);
            tx.afterCommit(() -> {
                throw new IllegalStateException("harms nobody");
            });
            tx.afterCommit(() -> executed.add("kept " + n));
            assertThat(catchThrowable(() -> tx.withSavepoint(() -> {
                        tx.afterCommit(() -> executed.add("of a part that failed"));
                        throw new IllegalArgumentException("this one only");
                    })))
                    .hasMessage("this one only");
            assertThat(executed).isEmpty();
        });
        assertThat(executed)
                .containsExactly(
                        "kept " + since(new State(state().epoch(), 0)).created().get(0));
    }

    @Test
    default void createdAndDestroyedObjectsAreKnown() {
        long before = create();
        State since = state();
        long one = create();
        long two = create();
        long live = create();
        write(tx -> {
            tx.logDestroyed(TYPE, two);
            tx.logDestroyed(TYPE, one);
            tx.logDestroyed(TYPE, before);
            assertThat(tx.createdAndDestroyed(TYPE, since, 10)).containsExactly(two, one);
        });
        assertThat(changedNumbers(TYPE, since, 1)).containsExactly(two);
        assertThat(changedNumbers(TYPE, state(), 10)).isEmpty();
        assertThat(changedNumbers("NeverSeen", since, 10)).isEmpty();
        write(tx -> tx.logRecreated(TYPE, two));
        assertThat(changedNumbers(TYPE, since, 10)).containsExactly(one).doesNotContain(live);
    }

    private List<Long> changedNumbers(String type, State since, int max) {
        return store().read(scope(), s -> s.createdAndDestroyed(type, since, max));
    }

    @Test
    default void lastChangesOfAWriteCountAtOnce() {
        long one = create();
        long two = create();
        write(tx -> {
            tx.logUpdated(TYPE, one, Facets.of(0));
            long first = tx.state(TYPE).sequence();
            tx.logUpdated(TYPE, two, Facets.of(1));
            tx.logUpdated(TYPE, two, Facets.of(3));
            long third = tx.state(TYPE).sequence();
            assertThat(tx.lastChanges(TYPE, List.of(one, two, one), Facets.of(0, 1)))
                    .containsOnly(Map.entry(one, first), Map.entry(two, third - 1));
            assertThat(tx.lastChanges(TYPE, List.of(one, two), Facets.of(0, 3)))
                    .containsOnly(Map.entry(one, first), Map.entry(two, third));
            assertThat(tx.lastChanges(TYPE, List.of(one), Facets.of(2))).containsOnly(Map.entry(one, one));
            tx.logDestroyed(TYPE, one);
            assertThat(tx.lastChanges(TYPE, List.of(one, two), Facets.of(0, 1)))
                    .containsOnly(Map.entry(two, third - 1));
        });
    }

    @Test
    default void lastChangeOfEachObjectIsKnown() {
        long one = create();
        long two = create();
        write(tx -> {
            assertThat(tx.lastChanges(TYPE, List.of(one, two))).containsOnly(Map.entry(one, one), Map.entry(two, two));
            tx.logUpdated(TYPE, one, Facets.of(1));
            assertThat(tx.lastChanges(TYPE, List.of(one)))
                    .containsEntry(one, tx.state(TYPE).sequence());
            assertThat(tx.lastChanges(TYPE, List.of(one), Facets.of(0, 2))).containsEntry(one, one);
            assertThat(tx.lastChanges(TYPE, List.of(one), Facets.of(1, 2)))
                    .containsEntry(one, tx.state(TYPE).sequence());
            tx.logDestroyed(TYPE, two);
        });
        assertThat(store().<Map<Long, Long>>read(
                                scope(), s -> s.lastChanges(TYPE, List.of(one, two, 99L), Facets.of(3))))
                .containsOnly(Map.entry(one, one));
        Map<Long, Long> last = store().read(scope(), s -> s.lastChanges(TYPE, List.of(one, two, 99L)));
        assertThat(last).containsOnlyKeys(one);
        assertThat(last.getOrDefault(one, 0L)).isGreaterThan(two);
        Map<Long, Long> none = store().read(scope(), s -> s.lastChanges("NeverSeen", List.of(one)));
        assertThat(none).isEmpty();
    }

    @Test
    default void invalidChangesFailTheTransaction() {
        long n = create();
        State before = state();
        List<Consumer<Transaction>> mistakes = List.of(
                tx -> tx.logRecreated(TYPE, n),
                tx -> tx.logUpdated("Bar", n, Facets.ALL),
                tx -> tx.logUpdated(TYPE, n + 1_000, Facets.ALL),
                tx -> tx.logDestroyed(TYPE, -1),
                tx -> tx.logDestroyed(TYPE, Long.MAX_VALUE),
                tx -> {
                    tx.logDestroyed(TYPE, n);
                    tx.logUpdated(TYPE, n, Facets.ALL);
                });
        for (Consumer<Transaction> mistake : mistakes) {
            assertThatThrownBy(() -> write(mistake)).isInstanceOf(IllegalStateException.class);
            assertThat(state()).isEqualTo(before);
        }
    }

    @Test
    default void multiScopeWriteIsAtomic() {
        Scope bob = account("bob");
        long moved = store().write(Set.of(scope(), bob), transaction -> {
            transaction.of(scope()).logCreated(TYPE, Facets.ALL);
            return transaction.of(bob).logCreated(TYPE, Facets.ALL);
        });
        assertThat(store().read(bob, s -> s.state(TYPE)).sequence()).isEqualTo(moved);
        State before = state();
        assertThatThrownBy(() -> store().write(Set.of(scope(), bob), transaction -> {
                    transaction.of(scope()).logCreated(TYPE, Facets.ALL);
                    transaction.of(bob).logDestroyed(TYPE, moved);
                    return transaction.of(account0());
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(state()).isEqualTo(before);
        assertThat(store().read(bob, s -> s.state(TYPE)).sequence()).isEqualTo(moved);
    }

    private static Scope account0() {
        return Scope.account(new ScopeKey(), 4_711);
    }

    @Test
    default void rejectsNestedTransactions() {
        assertThatThrownBy(() -> store().read(scope(), s -> create())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store().write(scope(), tx -> create())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store().write(scope(), tx -> state())).isInstanceOf(IllegalStateException.class);
        assertThat(create()).isPositive();
    }

    @Test
    default void concurrentWritersGetDistinctNumbers() throws Exception {
        int writers = 8;
        int each = 50;
        Set<Long> numbers = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            Thread thread = new Thread(() -> {
                for (int k = 0; k < each; k++) {
                    long n = create();
                    numbers.add(n);
                    assertThat(state().sequence())
                            .as("readable when acknowledged")
                            .isGreaterThanOrEqualTo(n);
                }
            });
            threads.add(thread);
            thread.start();
        }
        threads.forEach(StoreUnderTest::join);
        assertThat(numbers).hasSize(writers * each);
        assertThat(state().sequence()).isEqualTo((long) writers * each);
    }
}
