package svc.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.job.JobHandler;
import svc.api.job.JobStatus;
import svc.api.job.JobStatus.State;
import svc.api.operation.OperationException;
import svc.api.store.Scope;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.Eventually;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

class JobWorkerTest {

    @TempDir
    Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private SqliteStore store;
    private StoredJobQueue book;

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(directory, SqliteStore.class, StoredJobQueue.class)),
                clock);
        book = new StoredJobQueue(store, clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private JobStatus add() {
        JobStatus added = store.write(Scope.system(), tx -> book.add(tx, "dig", "a1"));
        book.wake();
        return added;
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

    private State state(JobStatus job) {
        return book.known(job.id()).state();
    }

    @Test
    void jobRunsOnceAfterTheServerIsReady() throws InterruptedException {
        AtomicInteger started = new AtomicInteger();
        JobWorker worker = new JobWorker(book, clock, List.of(new Digging(started, 0)));
        JobStatus job = add();
        assertThat(state(job)).isEqualTo(State.QUEUED);
        worker.call();
        Eventually.until("done", () -> state(job) == State.DONE);
        assertThat(started).hasValue(1);
        assertThat(book.known(job.id()).progress()).hasValue("digging a1");
        worker.stop();
    }

    @Test
    void failedJobIsRetriedThenFailsAndCanBeRestarted() throws InterruptedException {
        AtomicInteger started = new AtomicInteger();
        JobWorker worker = new JobWorker(book, clock, List.of(new Digging(started, JobWorker.ATTEMPTS)));
        worker.call();
        JobStatus job = add();
        for (int attempt = 1; attempt < JobWorker.ATTEMPTS; attempt++) {
            int now = attempt;
            Eventually.until("tried and put back", () -> started.get() == now && state(job) == State.QUEUED);
            assertThat(book.known(job.id()).error()).hasValue("The spade broke.");
            clock.move(Duration.ofDays(2));
            book.wake();
        }
        Eventually.until("failed", () -> state(job) == State.FAILED);
        assertThat(started).hasValue(JobWorker.ATTEMPTS);
        book.retry(job.id());
        Eventually.until("done", () -> state(job) == State.DONE);
        assertThatExceptionOfType(OperationException.class).isThrownBy(() -> book.retry(job.id()));
        assertThatExceptionOfType(OperationException.class).isThrownBy(() -> book.retry("j9zz"));
        worker.stop();
    }

    @Test
    void interruptedJobRunsAgainAfterARestart() throws InterruptedException {
        JobStatus job = add();
        book.change(sql -> JobRows.start(sql, 1, clock.now()));
        assertThat(state(job)).isEqualTo(State.RUNNING);
        JobWorker worker = new JobWorker(book, clock, List.of(new Digging(new AtomicInteger(), 0)));
        worker.call();
        Eventually.until("done", () -> state(job) == State.DONE);
        worker.stop();
    }
}
