package svc.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.job.JobHandler;
import svc.api.job.JobLane;
import svc.api.job.JobStatus;
import svc.api.job.JobStatus.State;
import svc.api.operation.OperationException;
import svc.api.store.Scope;
import svc.testkit.Eventually;

class JobWorkerTest {

    private static final int ATTEMPTS = 8;

    @TempDir
    private Path directory;

    @AutoClose
    private JobsFixture jobs;

    @BeforeEach
    void open() {
        jobs = new JobsFixture(directory);
    }

    private record Digging(AtomicInteger begun, int failures) implements JobHandler {
        @Override
        public String name() {
            return "dig";
        }

        @Override
        public void run(String subject, Progress progress) {
            progress.report("digging " + subject);
            if (begun.incrementAndGet() <= failures) {
                throw new IllegalStateException("The spade broke.");
            }
        }
    }

    /** A job that waits until the test releases it or it is cancelled. */
    private record Waiting(String name, JobLane lane, List<String> begun, Semaphore releases) implements JobHandler {
        @Override
        public void run(String subject, Progress progress) {
            begun.add(subject);
            Eventually.until("released or cancelled", () -> releases.tryAcquire() || progress.isCancelled());
        }
    }

    private JobStatus add() {
        return jobs.add("dig", "a1");
    }

    private Finding health() {
        return new JobMonitor(jobs.queue, jobs.kinds, jobs.clock, jobs.maintenance)
                .run()
                .get(0);
    }

    @Test
    void jobsWaitDuringAReadOnlyMaintenance() {
        AtomicInteger started = new AtomicInteger();
        JobStatus job = add();
        jobs.maintenance.beginReadOnly();
        jobs.start(new Digging(started, 0));
        JobStatus other = add();
        jobs.clock.advance(Duration.ofHours(2));
        assertThat(health().status()).isEqualTo(Finding.Status.OK);
        assertThat(started).hasValue(0);
        jobs.maintenance.end();
        jobs.awaitState(job, State.DONE);
        jobs.awaitState(other, State.DONE);
    }

    @Test
    void jobRunsOnceAfterTheServerIsReady() {
        AtomicInteger started = new AtomicInteger();
        JobStatus job = add();
        assertThat(jobs.state(job)).isEqualTo(State.QUEUED);
        jobs.start(new Digging(started, 0));
        jobs.awaitState(job, State.DONE);
        assertThat(started).hasValue(1);
        assertThat(jobs.queue.known(job.id()).progress()).hasValue("digging a1");
    }

    @Test
    void failedJobIsRetriedThenFailsAndCanBeRestarted() {
        AtomicInteger started = new AtomicInteger();
        jobs.start(new Digging(started, ATTEMPTS));
        JobStatus job = add();
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            int now = attempt;
            Eventually.until("tried and put back", () -> started.get() == now && jobs.state(job) == State.QUEUED);
            assertThat(jobs.queue.known(job.id()).error()).hasValue("The spade broke.");
            jobs.clock.advance(Duration.ofDays(1));
        }
        jobs.awaitState(job, State.FAILED);
        assertThat(started).hasValue(ATTEMPTS);
        assertThat(health().status()).isEqualTo(Finding.Status.WARN);
        jobs.queue.retry(job.id());
        jobs.awaitState(job, State.DONE);
        assertThat(health().status()).isEqualTo(Finding.Status.OK);
        assertThatExceptionOfType(OperationException.class).isThrownBy(() -> jobs.queue.retry(job.id()));
        assertThatExceptionOfType(OperationException.class).isThrownBy(() -> jobs.queue.retry("j9zz"));
    }

    @Test
    void jobThatIsStartedDuringAStopRunsAfterTheRestart() throws Exception {
        JobStatus job = add();
        FailingStore slow = new FailingStore(jobs.store);
        slow.pauseAt(1); // the write that marks the job as running; the first one looks for interrupted jobs
        AtomicInteger started = new AtomicInteger();
        jobs.restart(store -> slow);
        jobs.start(new Digging(started, 0));
        Eventually.until("the job is being started", slow::isPaused);
        Thread restart = new Thread(() -> {
            jobs.restart(store -> store);
            jobs.start(new Digging(started, 0));
        });
        restart.start();
        Eventually.until(
                "the stop waits",
                () -> restart.getState() == Thread.State.TIMED_WAITING
                        || restart.getState() == Thread.State.TERMINATED);
        slow.resume();
        restart.join();
        jobs.awaitState(job, State.DONE);
        assertThat(started).hasValue(1);
    }

    @Test
    void interruptedJobRunsAgainAfterARestart() {
        JobStatus job = add();
        jobs.queue.change(sql -> JobRows.start(sql, 1, jobs.clock.now()));
        assertThat(jobs.state(job)).isEqualTo(State.RUNNING);
        jobs.start(new Digging(new AtomicInteger(), 0));
        jobs.awaitState(job, State.DONE);
    }

    @Test
    void jobWithoutAHandlerWaitsForItsBundle() {
        jobs.start();
        JobStatus job = add();
        jobs.clock.advance(Duration.ofHours(2));
        assertThat(jobs.state(job)).isEqualTo(State.QUEUED);
        assertThat(health().detail()).contains("kind dig");
        jobs.kinds.addJobHandler(new Digging(new AtomicInteger(), 0));
        jobs.awaitState(job, State.DONE);
    }

    @Test
    void lanesKeepTheOrderAndTheirConcurrency() {
        List<String> one = new CopyOnWriteArrayList<>();
        List<String> many = new CopyOnWriteArrayList<>();
        Semaphore first = new Semaphore(0);
        Semaphore second = new Semaphore(0);
        List<JobStatus> all = IntStream.range(0, 5)
                .mapToObj(i -> List.of(jobs.add("slow", "s" + i), jobs.add("wide", "w" + i)))
                .flatMap(List::stream)
                .toList();
        jobs.start(
                new Waiting("slow", JobLane.SYSTEM, one, first),
                new Waiting("wide", new JobLane("wide", 3), many, second));
        Eventually.until("both lanes are full", () -> one.size() == 1 && many.size() == 3);
        first.release(2);
        Eventually.until("the next of the first lane", () -> one.size() == 3);
        assertThat(one).containsExactly("s0", "s1", "s2");
        assertThat(many).as("the second lane is still full").containsExactlyInAnyOrder("w0", "w1", "w2");
        first.release(3);
        second.release(5);
        all.forEach(job -> jobs.awaitState(job, State.DONE));
        assertThat(one).containsExactly("s0", "s1", "s2", "s3", "s4");
        assertThat(many).hasSize(5);
    }

    @Test
    void handlersThatShareALaneRunWithTheSmallestOfTheirConcurrencies() {
        List<String> begun = new CopyOnWriteArrayList<>();
        Semaphore go = new Semaphore(0);
        List<JobStatus> all = List.of(jobs.add("a", "1"), jobs.add("b", "2"), jobs.add("a", "3"));
        jobs.start(
                new Waiting("a", new JobLane("shared", 3), begun, go),
                new Waiting("b", new JobLane("shared", 1), begun, go));
        for (int i = 1; i <= 3; i++) {
            int count = i;
            Eventually.until("begun", () -> begun.size() == count);
            assertThat(jobs.queue.after(0, 10).stream().filter(job -> job.state() == State.RUNNING))
                    .hasSize(1);
            go.release();
        }
        all.forEach(job -> jobs.awaitState(job, State.DONE));
        assertThat(begun).containsExactly("1", "2", "3");
    }

    @Test
    void cancelledJobEndsAndCanBeRetried() {
        List<String> begun = new CopyOnWriteArrayList<>();
        Semaphore releases = new Semaphore(0);
        JobStatus running = jobs.add("slow", "running");
        JobStatus waiting = jobs.add("slow", "waiting");
        jobs.start(new Waiting("slow", JobLane.SYSTEM, begun, releases));
        Eventually.until("running", () -> begun.size() == 1);
        assertThat(jobs.queue.cancel(waiting.id()).state()).isEqualTo(State.CANCELLED);
        assertThat(jobs.queue.cancel(running.id()).state()).isEqualTo(State.RUNNING);
        jobs.awaitState(running, State.CANCELLED);
        assertThatExceptionOfType(OperationException.class).isThrownBy(() -> jobs.queue.cancel(running.id()));
        assertThat(health().status()).isEqualTo(Finding.Status.OK);
        releases.release();
        jobs.queue.retry(waiting.id());
        jobs.awaitState(waiting, State.DONE);
        assertThat(begun).containsExactly("running", "waiting");
    }

    @Test
    void ofTwoRetriesAtOnceOneIsRefused() {
        JobStatus job = add();
        assertThat(jobs.queue.cancel(job.id()).state()).isEqualTo(State.CANCELLED);
        FailingStore slow = new FailingStore(jobs.store);
        jobs.restart(store -> slow);
        slow.pauseAt(0);
        CompletableFuture<JobStatus> first = CompletableFuture.supplyAsync(() -> jobs.queue.retry(job.id()));
        Eventually.until("the first retry is about to write", slow::isPaused);
        assertThat(jobs.queue.retry(job.id()).state()).isEqualTo(State.QUEUED);
        slow.resume();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(first::join)
                .havingCause()
                .isInstanceOf(OperationException.class)
                .withMessageContaining("has not failed");
    }

    @Test
    void anAccountSeesOnlyItsOwnJobs() {
        Scope ann = JobsFixture.scope(jobs.account("ann"));
        Scope bob = JobsFixture.scope(jobs.account("bob"));
        JobStatus job = jobs.store.write(ann, tx -> jobs.queue.add(tx, "acme.count", "x"));
        assertThat(job.accountId()).hasValue("a1");
        assertThat(jobs.store.<Boolean>write(
                        bob, tx -> jobs.queue.find(tx, job.id()).isPresent()))
                .isFalse();
        assertThat(jobs.store.<Boolean>write(bob, tx -> jobs.queue.cancel(tx, job.id())))
                .isFalse();
        assertThat(jobs.store.<Boolean>write(ann, tx -> jobs.queue.cancel(tx, job.id())))
                .isTrue();
        assertThat(jobs.state(job)).isEqualTo(State.CANCELLED);
    }

    @Test
    void resultThatCannotBeStoredMakesTheJobRunAgain() throws InterruptedException {
        FailingStore failing = new FailingStore(jobs.store);
        jobs.restart(store -> failing);
        CountDownLatch twice = new CountDownLatch(2);
        JobStatus job = add();
        jobs.start(new JobHandler() {
            @Override
            public String name() {
                return "dig";
            }

            @Override
            public void run(String subject, Progress progress) {
                twice.countDown();
                if (twice.getCount() == 1) {
                    failing.failFor(2); // neither the end nor the failure is stored
                }
            }
        });
        jobs.awaitState(job, State.DONE);
        assertThat(twice.getCount()).isZero();
    }
}
