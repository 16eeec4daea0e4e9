package svc.testkit;

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

/** A write is done whole or not at all, whatever its work does. */
interface WritingContract extends StoreUnderTest {

    @Test
    default void aWorkThatThrowsLeavesNothingAndItsExceptionComesThrough() {
        State before = state();
        IllegalArgumentException thrown = new IllegalArgumentException("on purpose");
        assertThatThrownBy(() -> write(tx -> {
                    long n = tx.created(TYPE, Facets.ALL);
                    tx.put(TYPE, n, new byte[] {1});
                    tx.created("NeverSeen", Facets.ALL);
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
    default void anErrorOfABundlesCodeReachesItsCallerAndHarmsNobodyElse() {
        assertThatThrownBy(() -> write(tx -> {
                    throw new NoClassDefFoundError("gone");
                }))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThatThrownBy(() -> write(WritingContract::endless)).isInstanceOf(StackOverflowError.class);
        assertThat(create()).isPositive();
    }

    @SuppressWarnings("InfiniteRecursion") // the point of the test
    private static void endless(Transaction tx) {
        endless(tx);
    }

    @Test
    default void anAttemptThatFailsLeavesTheRest() {
        State before = state();
        write(tx -> {
            long kept = tx.created(TYPE, Facets.ALL);
            tx.put(TYPE, kept, "kept".getBytes(UTF_8));
            Throwable refused = catchThrowable(() -> tx.attempt(() -> {
                long lost = tx.created(TYPE, Facets.ALL);
                tx.put(TYPE, Map.of(kept, "changed".getBytes(UTF_8), lost, new byte[0]));
                tx.updated(TYPE, kept, Facets.of(2));
                tx.created("Bar", Facets.ALL);
                throw new IllegalArgumentException("this one only");
            }));
            assertThat(refused).hasMessage("this one only");
            assertThat(tx.state(TYPE).sequence()).isEqualTo(kept);
            String answer = tx.attempt(() -> {
                long second = tx.created(TYPE, Facets.ALL);
                assertThat(catchThrowable(() -> tx.attempt(() -> {
                            tx.destroyed(TYPE, second);
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
    default void whatFollowsACommitRunsOnceItIsKeptAndNeverOtherwise() {
        List<String> ran = new CopyOnWriteArrayList<>();
        assertThatThrownBy(() -> write(tx -> {
                    tx.afterCommit(() -> ran.add("of a write that failed"));
                    throw new IllegalArgumentException("on purpose");
                }))
                .hasMessage("on purpose");
        write(tx -> {
            long n = tx.created(TYPE, Facets.ALL);
            tx.afterCommit(() -> {
                throw new IllegalStateException("harms nobody");
            });
            tx.afterCommit(() -> ran.add("kept " + n));
            assertThat(catchThrowable(() -> tx.attempt(() -> {
                        tx.afterCommit(() -> ran.add("of a part that failed"));
                        throw new IllegalArgumentException("this one only");
                    })))
                    .hasMessage("this one only");
            assertThat(ran).isEmpty();
        });
        assertThat(ran)
                .containsExactly(
                        "kept " + since(new State(state().epoch(), 0)).created().get(0));
    }

    @Test
    default void whatWasBornAndHasEndedSinceIsKnown() {
        long before = create();
        State since = state();
        long one = create();
        long two = create();
        long living = create();
        write(tx -> {
            tx.destroyed(TYPE, two);
            tx.destroyed(TYPE, one);
            tx.destroyed(TYPE, before);
            assertThat(tx.passed(TYPE, since, 10)).containsExactly(two, one);
        });
        assertThat(passed(TYPE, since, 1)).containsExactly(two);
        assertThat(passed(TYPE, state(), 10)).isEmpty();
        assertThat(passed("NeverSeen", since, 10)).isEmpty();
        write(tx -> tx.recreated(TYPE, two));
        assertThat(passed(TYPE, since, 10)).containsExactly(one).doesNotContain(living);
    }

    private List<Long> passed(String type, State since, int max) {
        return store().read(scope(), s -> s.passed(type, since, max));
    }

    @Test
    default void theLastChangeOfEachLivingObjectIsKnown() {
        long one = create();
        long two = create();
        write(tx -> {
            assertThat(tx.lastChanges(TYPE, List.of(one, two))).containsOnly(Map.entry(one, one), Map.entry(two, two));
            tx.updated(TYPE, one, Facets.of(1));
            assertThat(tx.lastChanges(TYPE, List.of(one)))
                    .containsEntry(one, tx.state(TYPE).sequence());
            tx.destroyed(TYPE, two);
        });
        Map<Long, Long> last = store().read(scope(), s -> s.lastChanges(TYPE, List.of(one, two, 99L)));
        assertThat(last).containsOnlyKeys(one);
        assertThat(last.getOrDefault(one, 0L)).isGreaterThan(two);
        Map<Long, Long> none = store().read(scope(), s -> s.lastChanges("NeverSeen", List.of(one)));
        assertThat(none).isEmpty();
    }

    @Test
    default void changesThatCannotBeFailTheWholeWrite() {
        long n = create();
        State before = state();
        List<Consumer<Transaction>> mistakes = List.of(
                tx -> tx.recreated(TYPE, n),
                tx -> tx.updated("Bar", n, Facets.ALL),
                tx -> tx.updated(TYPE, n + 1_000, Facets.ALL),
                tx -> tx.destroyed(TYPE, -1),
                tx -> tx.destroyed(TYPE, Long.MAX_VALUE),
                tx -> {
                    tx.destroyed(TYPE, n);
                    tx.updated(TYPE, n, Facets.ALL);
                });
        for (Consumer<Transaction> mistake : mistakes) {
            assertThatThrownBy(() -> write(mistake)).isInstanceOf(IllegalStateException.class);
            assertThat(state()).isEqualTo(before);
        }
    }

    @Test
    default void aWriteOverSeveralAccountsIsOneChangeOrNone() {
        Scope bob = account("bob");
        long moved = store().write(Set.of(scope(), bob), joint -> {
            joint.of(scope()).created(TYPE, Facets.ALL);
            return joint.of(bob).created(TYPE, Facets.ALL);
        });
        assertThat(store().read(bob, s -> s.state(TYPE)).sequence()).isEqualTo(moved);
        State before = state();
        assertThatThrownBy(() -> store().write(Set.of(scope(), bob), joint -> {
                    joint.of(scope()).created(TYPE, Facets.ALL);
                    joint.of(bob).destroyed(TYPE, moved);
                    return joint.of(account0());
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(state()).isEqualTo(before);
        assertThat(store().read(bob, s -> s.state(TYPE)).sequence()).isEqualTo(moved);
    }

    private static Scope account0() {
        return Scope.account(new ScopeKey(), 4_711);
    }

    @Test
    default void aWorkInsideAnotherIsRefusedBeforeItCanBlock() {
        assertThatThrownBy(() -> store().read(scope(), s -> create())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store().write(scope(), tx -> create())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store().write(scope(), tx -> state())).isInstanceOf(IllegalStateException.class);
        assertThat(create()).isPositive();
    }

    @Test
    default void manyWritersNeverTakeTheSameNumber() throws Exception {
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
