package svc.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.erasure.ErasedAccount;
import svc.api.identity.Account;
import svc.api.job.CrossAccountTaskHandler;
import svc.api.job.CrossAccountTasks;
import svc.api.job.JobLane;
import svc.api.job.JobStatus;
import svc.api.job.JobStatus.State;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.testkit.Eventually;

class CrossAccountTaskTest {

    private static final String KIND = "acme.greet";
    private static final String SENT = "Sent";
    private static final String RECEIVED = "Received";

    @TempDir
    private Path directory;

    @AutoClose
    private JobsFixture jobs;

    private Account ann;
    private Account bob;

    @BeforeEach
    void open() {
        jobs = new JobsFixture(directory);
        ann = jobs.account("ann");
        bob = jobs.account("bob");
    }

    /** Stores the body of a task in the target account; the first attempts fail. */
    private record Greeting(AtomicInteger failures, boolean crossesTenants) implements CrossAccountTaskHandler {
        @Override
        public String name() {
            return KIND;
        }

        @Override
        public Optional<String> capability() {
            return Optional.empty();
        }

        @Override
        public Effect prepare(Task task) throws IOException {
            if (failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                throw new IOException("The greeting cannot be prepared.");
            }
            return tx -> tx.put(RECEIVED, tx.logCreated(RECEIVED, Facets.ALL), task.body());
        }
    }

    private void send(Store store, String text) {
        store.write(JobsFixture.scope(ann), tx -> {
            tx.put(SENT, tx.logCreated(SENT, Facets.ALL), text.getBytes(UTF_8));
            jobs.queue.add(tx, KIND, bob.n(), text.getBytes(UTF_8));
            return text;
        });
    }

    private void start(int failures) {
        jobs.kinds.addTaskHandler(new Greeting(new AtomicInteger(failures), false), 1);
        jobs.start();
    }

    private List<String> texts(Account account, String type) {
        return jobs.store.read(JobsFixture.scope(account), snapshot -> texts(snapshot, type));
    }

    private static List<String> texts(Snapshot snapshot, String type) {
        return snapshot.scan(type, 0, 1_000).stream()
                .map(body -> new String(body.bytes(), UTF_8))
                .toList();
    }

    private JobStatus task() {
        return jobs.queue.after(0, 1).get(0);
    }

    private void awaitNoTask() {
        Eventually.until("without a task", () -> jobs.queue.count() == 0);
    }

    @Test
    void taskTakesEffectInTheTargetAccountAndIsRemoved() {
        start(0);
        send(jobs.store, "hello");
        awaitNoTask();
        assertThat(texts(bob, RECEIVED)).containsExactly("hello");
        assertThat(texts(ann, RECEIVED)).isEmpty();
    }

    @Test
    void taskForAnotherTenantTakesEffectOnlyIfItsHandlerCrossesTenants() {
        bob = jobs.account("o2", "bob");
        start(0);
        send(jobs.store, "hello");
        Eventually.until("tried", () -> task().error().isPresent());
        assertThat(task().error().orElseThrow()).contains("does not belong to the tenant o2");
        assertThat(texts(bob, RECEIVED)).isEmpty();
        jobs.restart(store -> store);
        jobs.kinds.addTaskHandler(new Greeting(new AtomicInteger(), true), 1);
        jobs.start();
        jobs.clock.advance(Duration.ofMinutes(1));
        awaitNoTask();
        assertThat(texts(bob, RECEIVED)).containsExactly("hello");
    }

    @Test
    void taskOfARolledBackTransactionDoesNotExist() {
        start(0);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> jobs.store.write(JobsFixture.scope(ann), tx -> {
                    jobs.queue.add(tx, KIND, bob.n(), new byte[0]);
                    throw new IllegalStateException("on purpose");
                }));
        assertThat(jobs.queue.count()).isZero();
    }

    @Test
    void tooLargeBodyIsRejected() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> jobs.store.write(JobsFixture.scope(ann), tx -> {
                    jobs.queue.add(tx, KIND, bob.n(), new byte[CrossAccountTasks.MOST_BYTES + 1]);
                    return tx;
                }));
    }

    @Test
    void failedTaskIsRetriedThenListedAndAppliedOnRequest() {
        start(10);
        send(jobs.store, "hello");
        for (int attempt = 1; attempt < 10; attempt++) {
            int attempts = attempt;
            Eventually.until("tried", () -> task().attempts() == attempts && task().state() == State.QUEUED);
            jobs.clock.advance(Duration.ofDays(1));
        }
        Eventually.until("given up", () -> task().state() == State.FAILED);
        assertThat(task().error()).hasValue("The greeting cannot be prepared.");
        assertThat(task().accountId()).hasValue(bob.id());
        assertThat(texts(bob, RECEIVED)).isEmpty();
        jobs.queue.retry(task().id());
        awaitNoTask();
        assertThat(texts(bob, RECEIVED)).containsExactly("hello");
    }

    /** Waits in each task until a second one runs at the same time, and stores the accounts of both. */
    private record Pairs(List<Set<Long>> met, CyclicBarrier two, Set<Long> waiting) implements CrossAccountTaskHandler {

        Pairs(List<Set<Long>> met, Set<Long> waiting) {
            this(
                    met,
                    new CyclicBarrier(2, () -> {
                        met.add(Set.copyOf(waiting));
                        waiting.clear();
                    }),
                    waiting);
        }

        @Override
        public String name() {
            return KIND;
        }

        @Override
        public Optional<String> capability() {
            return Optional.empty();
        }

        @Override
        public JobLane lane() {
            return new JobLane(KIND, 2);
        }

        @Override
        public Effect prepare(Task task) throws IOException {
            waiting.add(task.target().n());
            try {
                two.await(20, TimeUnit.SECONDS);
            } catch (BrokenBarrierException | InterruptedException | TimeoutException e) {
                throw new IOException(e);
            }
            return tx -> {};
        }
    }

    @Test
    void laneRunsTasksOfTwoAccountsAtTheSameTimeAndNeverTwoOfOneAccount() {
        for (Account target : List.of(bob, bob, ann, ann)) {
            jobs.store.write(JobsFixture.scope(ann), tx -> {
                jobs.queue.add(tx, KIND, target.n(), new byte[0]);
                return tx;
            });
        }
        List<Set<Long>> met = new CopyOnWriteArrayList<>();
        jobs.kinds.addTaskHandler(new Pairs(met, ConcurrentHashMap.newKeySet()), 1);
        jobs.start();
        awaitNoTask();
        assertThat(met).hasSize(2).containsOnly(Set.of(ann.n(), bob.n()));
    }

    @Test
    void cancelledTaskTakesNoEffect() {
        send(jobs.store, "hello");
        jobs.queue.cancel(task().id());
        send(jobs.store, "later");
        start(0);
        Eventually.until("applied", () -> !texts(bob, RECEIVED).isEmpty());
        assertThat(texts(bob, RECEIVED)).containsExactly("later");
        assertThat(task().state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void erasureOfEitherAccountRemovesTheTask() {
        for (Account erased : List.of(ann, bob)) {
            send(jobs.store, "hello");
            jobs.store.write(
                    JobsFixture.scope(erased),
                    tx -> new JobErasure().erase(new ErasedAccount(erased, Set.of()), tx, () -> true));
            assertThat(jobs.queue.count()).as(erased.name()).isZero();
        }
    }

    /**
     * Lets one write fail, each in turn, and then restarts: each task that was committed takes effect once, and no other
     * does.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachTaskTakesEffectOnceWhicheverWriteFails(boolean afterCommit) {
        boolean reached = true;
        int round = 0;
        for (; reached; round++) {
            FailingStore failing = new FailingStore(jobs.store);
            failing.failAt(round, afterCommit);
            jobs.restart(store -> failing);
            start(1);
            for (String text : List.of("a", "b", "c")) {
                try {
                    send(failing, round + text);
                } catch (FailingStore.Breakdown e) {
                    assertThat(e).hasMessageContaining("fail");
                }
            }
            Eventually.until("failed or applied", () -> {
                jobs.clock.advance(Duration.ofSeconds(6)); // the attempt that failed is repeated
                return failing.hasFailed() || jobs.queue.count() == 0;
            });
            reached = failing.hasFailed();
            jobs.restart(store -> store);
            start(0);
            Eventually.until("without a task", () -> {
                jobs.clock.advance(Duration.ofMinutes(1));
                return jobs.queue.count() == 0;
            });
            assertThat(texts(bob, RECEIVED)).as("round %d", round).hasSameElementsAs(texts(ann, SENT));
            assertThat(texts(bob, RECEIVED)).doesNotHaveDuplicates();
        }
        assertThat(round).as("every write of a round was made to fail").isGreaterThan(8);
        assertThat(new TreeSet<>(texts(bob, RECEIVED))).hasSizeGreaterThan(20);
    }
}
