package svc.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Job;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.StateChange;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.store.StoreProblem;
import svc.api.store.Transaction;
import svc.api.time.Clock;

/** What every store must do. A store's own tests extend it. */
public abstract class StoreContract {

    private static final String TYPE = "Foo";
    private static final Duration SOON = Duration.ofSeconds(20);

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

    /** The store under test. */
    protected final Store store() {
        return requireNonNull(store.get());
    }

    /** An account in it. */
    protected final Scope scope() {
        return requireNonNull(scope.get());
    }

    /** The store's clock. */
    protected final SetClock clock() {
        return clock;
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

    /** A new account. */
    protected final Scope account(String name) {
        return Scope.account(store().write(Scope.system(), tx -> tx.enrol("example", name)));
    }

    private OptionalLong known(String name) {
        return store().read(Scope.system(), snapshot -> snapshot.account("example", name));
    }

    private long create() {
        return store().write(scope(), tx -> tx.created(TYPE, Facets.ALL));
    }

    private State state() {
        return store().read(scope(), snapshot -> snapshot.state(TYPE));
    }

    private Changes since(State since) {
        return since(since, 500);
    }

    private Changes since(State since, int max) {
        return store().read(scope(), snapshot -> snapshot.changes(TYPE, since, max))
                .orElseThrow();
    }

    private static List<Long> numbers(Changes changes) {
        return changes.updated().stream().map(Changes.Updated::n).toList();
    }

    private void write(Consumer<Transaction> work) {
        store().write(scope(), tx -> {
            work.accept(tx);
            return true;
        });
    }

    @Test
    void aTypeThatNeverChangedHasAStateAndAnswersFromIt() {
        State first = state();
        assertThat(first.sequence()).isZero();
        Changes none = since(first);
        assertThat(none.until()).isEqualTo(first);
        assertThat(none.more()).isFalse();
        create();
        assertThat(since(first).created()).hasSize(1);
    }

    @Test
    void aNewObjectsNumberIsTheNumberOfItsChange() {
        long a = create();
        assertThat(state().sequence()).isEqualTo(a);
        long b = create();
        assertThat(b).isEqualTo(a + 1);
    }

    @Test
    @Covers("CHG-03")
    void createdThenUpdatedIsCreated() {
        State before = state();
        long n = create();
        write(tx -> tx.updated(TYPE, n, Facets.of(1)));
        Changes changes = since(before);
        assertThat(changes.created()).containsExactly(n);
        assertThat(changes.updated()).isEmpty();
    }

    @Test
    @Covers("CHG-04")
    void createdThenDestroyedIsLeftOutButTheStateMoves() {
        State before = state();
        long n = create();
        write(tx -> tx.destroyed(TYPE, n));
        Changes changes = since(before);
        assertThat(changes.created()).isEmpty();
        assertThat(changes.destroyed()).isEmpty();
        assertThat(changes.until().sequence()).isGreaterThan(before.sequence());
    }

    @Test
    @Covers("CHG-05")
    void updatedThenDestroyedIsDestroyed() {
        long n = create();
        State before = state();
        write(tx -> tx.updated(TYPE, n, Facets.ALL));
        write(tx -> tx.destroyed(TYPE, n));
        Changes changes = since(before);
        assertThat(changes.destroyed()).containsExactly(n);
        assertThat(changes.updated()).isEmpty();
    }

    @Test
    @Covers("CHG-06")
    void destroyedThenRecreatedIsUpdated() {
        long n = create();
        State before = state();
        write(tx -> tx.destroyed(TYPE, n));
        State dead = state();
        write(tx -> tx.recreated(TYPE, n));
        assertThat(numbers(since(before))).containsExactly(n);
        assertThat(since(dead).created()).containsExactly(n);
        write(tx -> tx.destroyed(TYPE, n));
        assertThat(since(before).destroyed()).containsExactly(n);
        assertThat(since(dead).destroyed()).isEmpty();
    }

    @Test
    void anUpdateTellsTheFacetsThatChangedSince() {
        long n = create();
        State before = state();
        write(tx -> tx.updated(TYPE, n, Facets.of(1)));
        State between = state();
        write(tx -> tx.updated(TYPE, n, Facets.of(0, 3)));
        assertThat(since(before).updated()).containsExactly(new Changes.Updated(n, Facets.of(0, 1, 3)));
        assertThat(since(between).updated()).containsExactly(new Changes.Updated(n, Facets.of(0, 3)));
    }

    @Test
    @Covers("CHG-02")
    void aLongDeltaIsReadInPagesThatStayOneWindowWhileOthersWrite() {
        List<Long> old = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            old.add(create());
        }
        State before = state();
        write(tx -> old.subList(0, 5).forEach(n -> tx.updated(TYPE, n, Facets.ALL)));
        List<Long> born = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            born.add(create());
        }
        Changes first = since(before, 3);
        assertThat(first.created()).containsExactlyElementsOf(born.subList(0, 3));
        assertThat(first.more()).isTrue();
        // what changes now belongs to the next window, but for a birth that this one has to tell
        write(tx -> {
            tx.destroyed(TYPE, born.get(4));
            tx.destroyed(TYPE, old.get(0));
            tx.updated(TYPE, old.get(6), Facets.ALL);
        });
        Changes second = since(State.parse(first.until().toString()).orElseThrow(), 3);
        assertThat(second.created()).containsExactlyElementsOf(born.subList(3, 5));
        assertThat(numbers(second)).containsExactly(old.get(1));
        Changes third = since(second.until(), 3);
        assertThat(numbers(third)).containsExactlyElementsOf(old.subList(2, 5));
        assertThat(third.until().unread()).isEmpty();
        assertThat(third.more()).isTrue();
        Changes fourth = since(third.until(), 3);
        assertThat(fourth.destroyed()).containsExactlyInAnyOrder(born.get(4), old.get(0));
        assertThat(numbers(fourth)).containsExactly(old.get(6));
        assertThat(fourth.more()).isFalse();
        assertThat(fourth.until()).isEqualTo(state());
    }

    @Test
    void statesFromTheFutureAnotherEpochOrMadeUpCannotBeCalculated() {
        create();
        State now = state();
        for (String text : List.of("s2-0", "s1-zzzz", "s1-0-zzz-b-0", "s1-1-1-b-0", "s1-0-1-c-2", "s1-0-1-b-zzzzzzz")) {
            State made = State.parse(text).orElseThrow();
            Optional<Changes> answer = store().read(scope(), s -> s.changes(TYPE, made, 10));
            assertThat(answer).as(text).isEmpty();
        }
        assertThat(since(now).more()).isFalse();
        for (String text : List.of(
                "", "s", "s1", "1-1", "s1--1", "s-1-1", "S1-1", "s1-1 ", "s1-zzzzzzzzzzzzzzzz", "s1-1-2", "é")) {
            assertThat(State.parse(text)).as(text).isEmpty();
        }
        assertThatThrownBy(() -> since(now, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Covers({"CHG-08", "CHG-10", "CHG-11", "CHG-15"})
    void aPurgeRaisesOneFloorAndLeavesTheStateAlone() {
        Scope bob = account("bob");
        State beginning = state();
        long n = create();
        write(tx -> tx.destroyed(TYPE, n));
        State floor = state();
        long kept = store().write(bob, tx -> tx.created(TYPE, Facets.ALL));
        write(tx -> tx.created("Bar", Facets.ALL));
        clock.move(Duration.ofDays(31));
        long late = create();
        State head = state();
        write(tx -> assertThat(tx.purge(TYPE, clock.now().minus(Duration.ofDays(30))))
                .hasValue(floor.sequence()));
        assertThat(state()).isEqualTo(head);
        assertThat(since(floor).created()).containsExactly(late);
        store().read(scope(), s -> {
            assertThat(s.floor(TYPE)).hasValue(floor.sequence());
            assertThat(s.floor("Bar")).isEmpty();
            assertThat(s.changes(TYPE, beginning, 10)).isEmpty();
            assertThat(s.changes(TYPE, new State(head.epoch(), floor.sequence() - 1), 10))
                    .isEmpty();
            assertThat(s.changes("Bar", beginning, 10)).isPresent();
            return true;
        });
        assertThat(store().read(bob, s -> s.changes(TYPE, beginning, 10))
                        .orElseThrow()
                        .created())
                .containsExactly(kept);
        // again, with nothing old enough: nothing moves
        write(tx -> assertThat(tx.purge(TYPE, clock.now().minus(Duration.ofDays(30))))
                .isEmpty());
        // everything: the state itself is the floor and answers with nothing
        clock.move(Duration.ofDays(31));
        write(tx -> assertThat(tx.purge(TYPE, clock.now())).hasValue(head.sequence()));
        assertThat(state()).isEqualTo(head);
        assertThat(since(head).created()).isEmpty();
    }

    @Test
    void anIdReturnsAfterItsTombstoneWasPurged() {
        long n = create();
        write(tx -> tx.destroyed(TYPE, n));
        State dead = state();
        clock.move(Duration.ofDays(31));
        write(tx -> tx.purge(TYPE, clock.now()));
        write(tx -> tx.recreated(TYPE, n));
        assertThat(since(dead).created()).containsExactly(n);
    }

    @Test
    void aClockThatStepsBackDoesNotMakeOldWhatIsNew() {
        create();
        clock.move(Duration.ofDays(-60));
        create();
        State head = state();
        write(tx -> assertThat(tx.purge(TYPE, clock.now().plus(Duration.ofDays(30))))
                .isEmpty());
        assertThat(state()).isEqualTo(head);
    }

    @Test
    @Covers(
            value = {"CHG-02", "CHG-07", "CHG-09"},
            partial = "in the store; the methods come with the engine")
    void aRandomLifeIsToldAsTheOracleTellsIt() {
        long seed = Long.getLong("svc.seed", 20_260_101L);
        String figures = new ChangeTrial(store(), scope(), clock, seed).live(20_000);
        System.out.println(getClass().getSimpleName() + ", seed " + seed + ": " + figures);
    }

    @Test
    void aWorkThatThrowsLeavesNothingAndItsExceptionComesThrough() {
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
    void anErrorOfABundlesCodeReachesItsCallerAndHarmsNobodyElse() {
        assertThatThrownBy(() -> write(tx -> {
                    throw new NoClassDefFoundError("gone");
                }))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThatThrownBy(() -> write(StoreContract::endless)).isInstanceOf(StackOverflowError.class);
        assertThat(create()).isPositive();
    }

    @SuppressWarnings("InfiniteRecursion") // the point of the test
    private static void endless(Transaction tx) {
        endless(tx);
    }

    @Test
    void anAttemptThatFailsLeavesTheRest() {
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
    void changesThatCannotBeFailTheWholeWrite() {
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
    void hostileNamesAndNumbersAreRefusedOrKeptApart() {
        for (String type : List.of("", "1Foo", "Foo'; DROP TABLE change; --", "F\u0000o", "É", "x".repeat(65))) {
            assertThatThrownBy(() -> write(tx -> tx.created(type, Facets.ALL)))
                    .as(type)
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store().read(scope(), s -> s.state(type)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Facets.of(4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Scope.account(0)).isInstanceOf(IllegalArgumentException.class);
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
    void anAccountThatIsNotThereIsRefused() {
        Scope nobody = Scope.account(99_999);
        assertThatThrownBy(() -> store().write(nobody, tx -> tx.created(TYPE, Facets.ALL)))
                .isInstanceOfSatisfying(
                        StoreProblem.class, p -> assertThat(p.kind()).isEqualTo(StoreProblem.Kind.NO_ACCOUNT));
        assertThatThrownBy(() -> store().read(nobody, s -> s.state(TYPE))).isInstanceOf(StoreProblem.class);
    }

    @Test
    void accountsAreKnownToTheSystemOnly() {
        assertThat(known("alice")).hasValue(scope().n());
        assertThat(known("zoe")).isEmpty();
        assertThatThrownBy(() -> account("alice")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> write(tx -> tx.enrol("example", "eve"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store().read(scope(), s -> s.account("example", "alice")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void bodiesArePutReadScannedAndRemovedInSets() {
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
    void aWriteOverSeveralAccountsIsOneChangeOrNone() {
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
        return Scope.account(4_711);
    }

    @Test
    void aSnapshotDoesNotMoveWhileOthersWrite() throws Exception {
        long n = create();
        State before = state();
        store().read(scope(), s -> {
            assertThat(s.state(TYPE)).isEqualTo(before);
            Thread other = new Thread(() -> write(tx -> {
                tx.updated(TYPE, n, Facets.ALL);
                tx.put(TYPE, n, new byte[] {1});
            }));
            other.start();
            join(other);
            assertThat(s.state(TYPE)).isEqualTo(before);
            assertThat(s.body(TYPE, n)).isEmpty();
            State nested = store().read(scope(), inner -> inner.state(TYPE));
            assertThat(nested).as("a read inside a read sees the same moment").isEqualTo(before);
            return true;
        });
        assertThat(state().sequence()).isGreaterThan(before.sequence());
    }

    private static void join(Thread thread) {
        try {
            thread.join(SOON.toMillis());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void neitherSnapshotNorTransactionOutlivesItsWorkOrLeavesItsThread() {
        Snapshot snapshot = store().read(scope(), s -> s);
        Transaction transaction = store().write(scope(), tx -> tx);
        assertThatThrownBy(() -> snapshot.state(TYPE)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> snapshot.scan(TYPE, 0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> transaction.created(TYPE, Facets.ALL)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> transaction.attempt(() -> 1)).isInstanceOf(IllegalStateException.class);
        AtomicReference<Throwable> seen = new AtomicReference<>(new AssertionError("nothing was thrown"));
        store().read(scope(), s -> {
            Thread other = new Thread(() -> seen.set(catchThrowable(() -> s.state(TYPE))));
            other.start();
            join(other);
            return true;
        });
        assertThat(seen.get()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aWorkInsideAnotherIsRefusedBeforeItCanBlock() {
        assertThatThrownBy(() -> store().read(scope(), s -> create())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store().write(scope(), tx -> create())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store().write(scope(), tx -> state())).isInstanceOf(IllegalStateException.class);
        assertThat(create()).isPositive();
    }

    @Test
    void manyWritersNeverTakeTheSameNumber() throws Exception {
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
        threads.forEach(StoreContract::join);
        assertThat(numbers).hasSize(writers * each);
        assertThat(state().sequence()).isEqualTo((long) writers * each);
    }

    @Test
    void whatIsAnnouncedIsReadableAndTheNewestComesLast() throws Exception {
        heard.clear();
        State last = state();
        for (int i = 0; i < 20; i++) {
            create();
            last = state();
        }
        State seen = new State(1, 0);
        while (!seen.equals(last)) {
            StateChange change = heard.poll(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(change).as("announced").isNotNull();
            if (change != null && change.scope().equals(scope())) {
                State next = requireNonNull(change.states().get(TYPE));
                assertThat(next.sequence()).isGreaterThan(seen.sequence());
                assertThat(state().sequence()).isGreaterThanOrEqualTo(next.sequence());
                seen = next;
            }
        }
    }

    @Test
    void aWriteThatFailsIsNotAnnounced() throws Exception {
        heard.clear();
        Scope bob = account("bob");
        assertThatThrownBy(() -> store().write(bob, tx -> {
                    tx.created(TYPE, Facets.ALL);
                    throw new IllegalArgumentException();
                }))
                .isInstanceOf(IllegalArgumentException.class);
        create();
        StateChange change = heard.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(change).isNotNull();
        assertThat(change == null ? null : change.scope()).isEqualTo(scope());
    }

    @Test
    void aJobGoesInSlicesAndKeepsWhatIsDoneWhenOneFails() throws Exception {
        AtomicInteger slices = new AtomicInteger();
        Job job = store().job(scope(), (tx, pace) -> {
            tx.created(TYPE, Facets.ALL);
            return slices.incrementAndGet() < 5;
        });
        assertThat(job.await(SOON)).isTrue();
        assertThat(since(new State(1, 0)).created()).hasSize(5);
        Job failing = store().job(scope(), (tx, pace) -> {
            tx.created(TYPE, Facets.ALL);
            if (slices.incrementAndGet() == 7) {
                throw new IllegalArgumentException("seven");
            }
            return true;
        });
        assertThatThrownBy(() -> failing.await(SOON)).hasMessage("seven");
        assertThat(since(new State(1, 0)).created()).hasSize(6);
        CountDownLatch begun = new CountDownLatch(1);
        Job endless = store().job(scope(), (tx, pace) -> {
            begun.countDown();
            return true;
        });
        assertThat(begun.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(endless.await(Duration.ZERO)).isFalse();
        endless.cancel();
        assertThat(endless.await(SOON)).isTrue();
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
