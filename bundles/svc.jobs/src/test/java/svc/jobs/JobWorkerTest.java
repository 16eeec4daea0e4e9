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
import svc.api.job.JobKind;
import svc.api.job.JobStatus;
import svc.api.job.JobStatus.State;
import svc.api.operation.OperationProblem;
import svc.api.store.Scope;
import svc.store.sqlite.MigratedDatabase;
import svc.store.sqlite.SqliteStore;
import svc.testkit.Patience;
import svc.testkit.ScriptedDatabase;
import svc.testkit.SetClock;

class JobWorkerTest {

    @TempDir
    Path directory;

    private final SetClock clock = new SetClock();
    private SqliteStore store;
    private JobBook book;

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(ScriptedDatabase.in(directory, SqliteStore.class, JobBook.class)), clock);
        book = new JobBook(store, clock);
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

    private record Digging(AtomicInteger begun, int failures) implements JobKind {
        @Override
        public String name() {
            return "dig";
        }

        @Override
        public void run(String subject, Progress progress) {
            progress.tell("digging " + subject);
            if (begun.incrementAndGet() <= failures) {
                throw new IllegalStateException("The spade broke.");
            }
        }
    }

    private State state(JobStatus job) {
        return book.known(job.id()).state();
    }

    @Test
    void aJobWaitsUntilTheServerIsReadyAndIsDoneOnce() throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        JobWorker worker = new JobWorker(book, clock, List.of(new Digging(begun, 0)));
        JobStatus job = add();
        assertThat(state(job)).isEqualTo(State.QUEUED);
        worker.call();
        Patience.until("done", () -> state(job) == State.DONE);
        assertThat(begun).hasValue(1);
        assertThat(book.known(job.id()).progress()).hasValue("digging a1");
        worker.stop();
    }

    @Test
    void whatFailsIsTriedAgainLaterThenGivenUpAndBegunAnewWhenSomebodySaysSo() throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        JobWorker worker = new JobWorker(book, clock, List.of(new Digging(begun, JobWorker.ATTEMPTS)));
        worker.call();
        JobStatus job = add();
        for (int attempt = 1; attempt < JobWorker.ATTEMPTS; attempt++) {
            int now = attempt;
            Patience.until("tried and put back", () -> begun.get() == now && state(job) == State.QUEUED);
            assertThat(book.known(job.id()).error()).hasValue("The spade broke.");
            clock.move(Duration.ofDays(2));
            book.wake();
        }
        Patience.until("failed", () -> state(job) == State.FAILED);
        assertThat(begun).hasValue(JobWorker.ATTEMPTS);
        book.retry(job.id());
        Patience.until("done", () -> state(job) == State.DONE);
        assertThatExceptionOfType(OperationProblem.class).isThrownBy(() -> book.retry(job.id()));
        assertThatExceptionOfType(OperationProblem.class).isThrownBy(() -> book.retry("j9zz"));
        worker.stop();
    }

    @Test
    void whatRanWhenTheServerEndedIsBegunAnew() throws InterruptedException {
        JobStatus job = add();
        book.change(sql -> JobRows.begin(sql, 1, clock.now()));
        assertThat(state(job)).isEqualTo(State.RUNNING);
        JobWorker worker = new JobWorker(book, clock, List.of(new Digging(new AtomicInteger(), 0)));
        worker.call();
        Patience.until("done", () -> state(job) == State.DONE);
        worker.stop();
    }
}
