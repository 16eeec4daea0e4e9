package svc.store.sqlite.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Facets;
import svc.api.store.StoreException;
import svc.store.sqlite.sql.Fixture;
import svc.testkit.Covers;
import svc.testkit.Eventually;

/** The write-ahead log stays small despite concurrent readers. */
final class WalCheckpointerTest {

    private static final long MEBIBYTE = 1L << 20;

    @TempDir
    private Path directory;

    private static void write(Fixture fixture, long bytes) {
        for (long written = 0; written < bytes; written += MEBIBYTE) {
            fixture.store().write(fixture.scope(), tx -> {
                tx.put("Foo", tx.logCreated("Foo", Facets.ALL), new byte[(int) MEBIBYTE]);
                return true;
            });
        }
    }

    @Test
    @Covers("WAL-01")
    void truncatesTheLogWhenALongReaderEnds() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            CountDownLatch reading = new CountDownLatch(1);
            CountDownLatch enough = new CountDownLatch(1);
            Thread reader = new Thread(() -> fixture.store().read(fixture.scope(), s -> {
                s.state("Foo");
                reading.countDown();
                try {
                    enough.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return s.state("Foo");
            }));
            reader.start();
            reading.await();
            write(fixture, 80 * MEBIBYTE);
            long grown = fixture.store().wal().size();
            assertThat(grown).isGreaterThan(WalCheckpointer.LIMIT);
            enough.countDown();
            reader.join();
            Eventually.until("the log is cut", () -> fixture.store().wal().size() == 0);
            System.out.printf("write-ahead log: %d MiB behind a reader, 0 after it%n", grown / MEBIBYTE);
        }
    }

    @Test
    @Covers("WAL-01")
    void limitsTheLogWithoutReaders() throws Exception {
        try (Fixture fixture = Fixture.in(directory, 8 * MEBIBYTE, Duration.ofSeconds(30))) {
            for (int i = 0; i < 40; i++) {
                write(fixture, MEBIBYTE);
                assertThat(fixture.store().wal().size()).isLessThan(10 * MEBIBYTE);
            }
        }
    }

    @Test
    @Covers("WAL-01")
    void expiresTheSnapshotOfAnEndlessReader() throws Exception {
        try (Fixture fixture = Fixture.in(directory, 4 * MEBIBYTE, Duration.ofMillis(1))) {
            CountDownLatch reading = new CountDownLatch(1);
            CountDownLatch enough = new CountDownLatch(1);
            AtomicReference<Throwable> lost = new AtomicReference<>(new AssertionError("nothing was thrown"));
            Thread reader = new Thread(() -> {
                try {
                    fixture.store().read(fixture.scope(), s -> {
                        s.state("Foo");
                        reading.countDown();
                        try {
                            enough.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        return s.state("Foo");
                    });
                } catch (StoreException expired) {
                    lost.set(expired);
                }
            });
            reader.start();
            reading.await();
            write(fixture, 40 * MEBIBYTE);
            assertThat(fixture.store().wal().size()).isLessThan(14 * MEBIBYTE);
            enough.countDown();
            reader.join();
            assertThat(lost.get())
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.kind()).isEqualTo(StoreException.Kind.EXPIRED));
            assertThat(fixture.head(fixture.scope(), "Foo")).isEqualTo(40);
        }
    }

    @Test
    void interruptsALongStatementOfAReader() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            CountDownLatch reading = new CountDownLatch(1);
            Thread ending = new Thread(() -> {
                try {
                    reading.await();
                    while (!fixture.store().pool().leases().isEmpty()) {
                        fixture.store().pool().expire(Duration.ZERO);
                        LockSupport.parkNanos(1_000_000);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            ending.start();
            assertThatThrownBy(() -> fixture.store().read(fixture.scope(), s -> {
                        s.state("Foo");
                        reading.countDown();
                        return s.sql()
                                .select(
                                        "WITH RECURSIVE c(x) AS (SELECT :account UNION ALL SELECT x + 1 FROM c WHERE x < 1e12)"
                                                + " SELECT count(*) FROM c",
                                        row -> row.getLong(1));
                    }))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.kind()).isEqualTo(StoreException.Kind.EXPIRED));
            ending.join();
        }
    }
}
