package svc.store.sqlite.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.store.Transaction.Durable;
import svc.store.sqlite.sql.Fixture;

/** Data outside the database is forced to the disk before the commit of the transactions that refer to it. */
final class DurableDataTest {

    private static final String TYPE = "Foo";

    @TempDir
    private Path directory;

    private Fixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = Fixture.in(directory);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private boolean put(Transaction tx, long n, Durable data) {
        tx.put(TYPE, n, new byte[] {1});
        tx.after(data);
        return true;
    }

    private boolean exists(long n) {
        return fixture.store()
                .read(fixture.scope(), snapshot -> snapshot.body(TYPE, n).isPresent());
    }

    @Test
    void dataIsForcedBeforeTheCommit() {
        List<Boolean> visible = new ArrayList<>();
        fixture.store()
                .write(
                        fixture.scope(),
                        tx -> put(tx, 1, () -> {
                            Thread reader = new Thread(() -> visible.add(exists(1)));
                            reader.start();
                            join(reader);
                        }));
        assertThat(visible).containsExactly(false);
        assertThat(exists(1)).isTrue();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void nothingIsCommittedIfTheDataCannotBeForced() {
        assertThatThrownBy(() -> fixture.store()
                        .write(
                                fixture.scope(),
                                tx -> put(tx, 1, () -> {
                                    throw new IOException("the disk is gone");
                                })))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the disk is gone");
        assertThat(exists(1)).isFalse();
        fixture.store().write(fixture.scope(), tx -> put(tx, 2, () -> {}));
        assertThat(exists(2)).as("the next write").isTrue();
    }

    @Test
    void dataOfAFailedWriteIsNotForced() {
        AtomicInteger forced = new AtomicInteger();
        assertThatThrownBy(() -> fixture.store().write(fixture.scope(), tx -> {
                    put(tx, 1, forced::incrementAndGet);
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(forced).hasValue(0);
    }

    @Test
    void theSameDataIsForcedOnceForAllWritesOfAGroup() throws Exception {
        AtomicInteger forced = new AtomicInteger();
        Durable data = forced::incrementAndGet;
        int writes = 20;
        CountDownLatch queued = new CountDownLatch(writes);
        ExecutorService threads = Executors.newFixedThreadPool(writes + 1);
        try {
            List<Future<Boolean>> results = new ArrayList<>();
            CountDownLatch running = new CountDownLatch(1);
            Future<Boolean> first = threads.submit(() -> fixture.store().write(fixture.scope(), tx -> {
                running.countDown();
                awaitAll(queued);
                return true;
            }));
            assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
            long commits = fixture.store().writer().commits();
            for (int i = 1; i <= writes; i++) {
                long n = i;
                results.add(threads.submit(() -> {
                    queued.countDown();
                    return fixture.store().write(fixture.scope(), tx -> put(tx, n, data));
                }));
            }
            assertThat(first.get(20, TimeUnit.SECONDS)).isTrue();
            for (Future<Boolean> result : results) {
                assertThat(result.get(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat((long) forced.get())
                    .isBetween(1L, fixture.store().writer().commits() - commits);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void awaitAll(CountDownLatch queued) {
        try {
            queued.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
