package svc.store.sqlite.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.BackgroundTask;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.StateChange;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.changelog.TypeNumbers;
import svc.store.sqlite.home.OpenedFile;
import svc.store.sqlite.sql.Connections;
import svc.store.sqlite.sql.Fixture;
import svc.store.sqlite.sql.SqlTemplateCache;
import svc.store.sqlite.sql.StatementCache;
import svc.testkit.Eventually;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/**
 * An error in the code of a bundle reaches only its caller. A defect of the writer fails all waiting writes and is
 * reported.
 */
final class WriterDefectTest {

    @TempDir
    private Path directory;

    @Test
    void anErrorInAWriteFailsThatWriteOnly() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            for (Error error :
                    List.of(new NoClassDefFoundError("gone"), new StackOverflowError(), new AssertionError())) {
                assertThatThrownBy(() -> fixture.store().write(fixture.scope(), tx -> {
                            tx.logCreated("Foo", Facets.ALL);
                            throw error;
                        }))
                        .isSameAs(error);
            }
            assertThat(created(fixture)).isPositive();
            assertThat(fixture.head(fixture.scope(), "Foo")).isEqualTo(1);
        }
    }

    @Test
    void anErrorAfterTheCommitIsNotThrownToTheCaller() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            long n = fixture.store().write(fixture.scope(), tx -> {
                tx.afterCommit(() -> {
                    throw new NoClassDefFoundError("gone");
                });
                return tx.logCreated("Foo", Facets.ALL);
            });
            assertThat(n).isPositive();
            assertThat(created(fixture)).isGreaterThan(n);
        }
    }

    @Test
    void aFailingListenerReceivesTheNextChange() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            AtomicReference<StateChange> heard = new AtomicReference<>();
            AtomicBoolean failed = new AtomicBoolean();
            fixture.store().listen(change -> {
                if (!failed.getAndSet(true)) {
                    throw new StackOverflowError();
                }
                heard.set(change);
            });
            created(fixture);
            Eventually.until("the listener failed", failed::get);
            created(fixture);
            Eventually.until("the listener heard", () -> heard.get() != null);
        }
    }

    @Test
    void readsTheNameOfAJobOnTheThreadOfTheCaller() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            BackgroundTask nameless = new BackgroundTask() {
                @Override
                public boolean run(Transaction tx, Pace pace) {
                    return false;
                }

                @Override
                public String name() {
                    throw new NoClassDefFoundError("gone");
                }
            };
            assertThatThrownBy(() -> fixture.store().schedule(fixture.scope(), nameless))
                    .isInstanceOf(NoClassDefFoundError.class);
            assertThat(created(fixture)).isPositive();
        }
    }

    @Test
    void anInternalErrorOfTheWriterFailsAllQueuedWritesAndIsReportedOnce() throws Exception {
        Path file = MigratedDatabaseFixture.in(directory, SqliteStore.class);
        BreakingClock clock = new BreakingClock();
        StatementCache db = new StatementCache(new Connections(file).writer());
        AtomicReference<Throwable> reported = new AtomicReference<>();
        WriterThread writer = new WriterThread(
                db,
                new OpenedFile(file),
                clock,
                new SqlTemplateCache(type -> Optional.empty()),
                new TypeNumbers(),
                group -> {},
                reported::set,
                false);
        writer.start();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService callers = Executors.newCachedThreadPool();
        try {
            Future<Throwable> running =
                    callers.submit(() -> catchThrowable(() -> writer.submit(unit(inside, release))));
            inside.await();
            List<Future<Throwable>> waiting = IntStream.range(0, 5)
                    .mapToObj(i -> callers.submit(() ->
                            catchThrowable(() -> writer.submit(unit(new CountDownLatch(1), new CountDownLatch(0))))))
                    .toList();
            Eventually.until("the others wait", () -> writer.waiting() == 5);
            clock.broken = true;
            release.countDown();

            assertThat(running.get(30, TimeUnit.SECONDS)).isInstanceOf(StoreException.class);
            for (Future<Throwable> one : waiting) {
                assertThat(one.get(30, TimeUnit.SECONDS)).isInstanceOf(StoreException.class);
            }
            Eventually.until("the writer has ended", () -> !writer.alive());
            assertThat(reported.get()).isInstanceOf(LinkageError.class);
            assertThatThrownBy(() -> writer.submit(unit(new CountDownLatch(1), new CountDownLatch(0))))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.kind()).isEqualTo(StoreException.Kind.STOPPED));
        } finally {
            callers.shutdownNow();
        }
    }

    private static QueuedWrite<Boolean> unit(CountDownLatch inside, CountDownLatch release) {
        return new QueuedWrite<>("test", Set.of(Scope.system()), joint -> {
            inside.countDown();
            try {
                return release.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static long created(Fixture fixture) {
        return fixture.store().write(fixture.scope(), tx -> tx.logCreated("Foo", Facets.ALL));
    }

    /** A clock that throws an error once it is broken. */
    private static final class BreakingClock implements Clock {
        private final SettableWallClock clock = new SettableWallClock();
        private volatile boolean broken;

        @Override
        public Instant now() {
            return clock.now();
        }

        @Override
        public long nanos() {
            if (broken) {
                throw new LinkageError("the clock is broken");
            }
            return clock.nanos();
        }

        @Override
        public Alarm schedule(Duration delay, Runnable task) {
            return clock.schedule(delay, task);
        }
    }
}
