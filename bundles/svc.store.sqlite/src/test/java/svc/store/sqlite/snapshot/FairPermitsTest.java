package svc.store.sqlite.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.sql.Fixture;
import svc.testkit.Covers;

@Timeout(30)
final class FairPermitsTest {

    private static final long NOT = 0;
    private static final long LONG = TimeUnit.SECONDS.toNanos(20);

    private final FairPermits permits = new FairPermits(4);
    private final BlockingQueue<String> granted = new LinkedBlockingQueue<>();

    @TempDir
    private Path directory;

    /** Starts a thread that waits for a permit and records when it gets one. Returns when the thread waits. */
    private Thread waiting(long account, String name) {
        int before = permits.waiting();
        Thread thread = new Thread(() -> {
            try {
                granted.add(permits.acquire(account, LONG) ? name : "none");
            } catch (InterruptedException e) {
                granted.add("interrupted");
            }
        });
        thread.start();
        while (permits.waiting() == before) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    @Covers(value = "FAIR-01", part = "shares of the read permits")
    void oneAccountGetsAtMostHalfOfThePermits() throws InterruptedException {
        assertThat(permits.acquire(1, NOT)).isTrue();
        assertThat(permits.acquire(1, NOT)).isTrue();
        assertThat(permits.acquire(1, NOT)).isFalse();

        assertThat(permits.acquire(2, NOT)).isTrue();
        assertThat(permits.acquire(2, NOT)).isFalse();
        assertThat(permits.acquire(3, NOT)).isTrue();
        assertThat(permits.acquire(4, NOT))
                .as("all are held, by three accounts")
                .isFalse();
    }

    @Test
    @Covers(value = "FAIR-01", part = "turns of the accounts that wait to read")
    void waitingAccountsTakeTurns() throws InterruptedException {
        for (long account = 1; account <= 4; account++) {
            assertThat(permits.acquire(account, NOT)).isTrue();
        }
        waiting(1, "a1");
        waiting(1, "a2");
        waiting(5, "b1");
        waiting(6, "c1");

        permits.release(1);
        assertThat(granted.take()).isEqualTo("a1");
        permits.release(2);
        assertThat(granted.take()).isEqualTo("b1");
        permits.release(3);
        assertThat(granted.take()).isEqualTo("c1");
        permits.release(4);
        assertThat(permits.waiting())
                .as("a2: its account holds one and one is free")
                .isEqualTo(1);
        permits.release(5);
        assertThat(granted.take()).isEqualTo("a2");
    }

    @Test
    void anInterruptedWaiterLeavesTheQueue() throws InterruptedException {
        assertThat(permits.acquire(1, NOT)).isTrue();
        assertThat(permits.acquire(1, NOT)).isTrue();
        waiting(1, "late").interrupt();
        assertThat(granted.take()).isEqualTo("interrupted");
        assertThat(permits.waiting()).isZero();
        permits.release(1);
        permits.release(1);
        assertThat(permits.awaitWhole(NOT)).isTrue();
    }

    @Test
    void closingRejectsWaiters() throws InterruptedException {
        assertThat(permits.acquire(1, NOT)).isTrue();
        assertThat(permits.acquire(1, NOT)).isTrue();
        waiting(1, "late");
        permits.close();
        assertThat(granted.take()).isEqualTo("none");
        assertThat(permits.acquire(2, LONG)).isFalse();
        assertThat(permits.awaitWhole(NOT)).isFalse();
        permits.release(1);
        permits.release(1);
        assertThat(permits.awaitWhole(NOT)).isTrue();
    }

    /** As many readers of one account as the store has connections, none of which ends. */
    @Test
    @Covers(value = "FAIR-01", part = "reads beside an account with long reads")
    void aReadStartsWhileAnotherAccountHasManyLongReads() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            SqliteStore store = fixture.store();
            Scope quiet = Scope.account(
                    new ScopeKey(), store.write(Scope.system(), tx -> tx.createAccount("example", "quiet")));
            CountDownLatch end = new CountDownLatch(1);
            List<CompletableFuture<Void>> reads = Stream.generate(() ->
                            CompletableFuture.runAsync(() -> longRead(fixture, end), task -> new Thread(task).start()))
                    .limit(4L * Runtime.getRuntime().availableProcessors())
                    .toList();
            while (store.pool().waiting() == 0) {
                Thread.onSpinWait();
            }

            int found = store.read(quiet, snapshot -> snapshot.count("Foo"));
            assertThat(found).isZero();

            assertThat(store.pool().waiting()).as("the long reads go on").isPositive();
            end.countDown();
            CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).join();
        }
    }

    private static void longRead(Fixture fixture, CountDownLatch end) {
        fixture.store().read(fixture.scope(), snapshot -> {
            try {
                return end.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
