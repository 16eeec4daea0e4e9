package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Facets;
import svc.api.store.Scope;

/** What a commit costs when many write at once, against a commit each. */
final class GroupCommitTest {

    private static final int THREADS = 64;
    private static final int WRITES = 10_000;
    private static final int SINGLE = 1_000;

    @TempDir
    private Path directory;

    @Test
    void tenThousandWritesFromSixtyFourThreadsTakeAtMostAThousandCommits() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            List<Scope> scopes = accounts(fixture);
            all(scopes, 2_000, scope -> write(fixture, scope));
            long before = fixture.store().writer().commits();
            long cpuBefore = writerCpu();
            Duration together = all(scopes, WRITES, scope -> write(fixture, scope));
            double cpu = (writerCpu() - cpuBefore) / 1e3 / WRITES;
            long commits = fixture.store().writer().commits() - before;
            // a lock around each write leaves every one a commit of its own, from the same threads
            ReentrantLock lock = new ReentrantLock(true);
            long beforeSingle = fixture.store().writer().commits();
            Duration alone = all(scopes, SINGLE, scope -> {
                lock.lock();
                try {
                    write(fixture, scope);
                } finally {
                    lock.unlock();
                }
            });
            assertThat(fixture.store().writer().commits() - beforeSingle).isEqualTo(SINGLE);
            double grouped = WRITES / seconds(together);
            double single = SINGLE / seconds(alone);
            System.out.printf(
                    "group commit: %,d writes from %d threads in %.2f s, %,.0f a second, %d commits (%.1f writes each, %.0f µs CPU"
                            + " of the writer a write);"
                            + " one commit each: %,.0f a second; ratio %.1f%n",
                    WRITES,
                    THREADS,
                    seconds(together),
                    grouped,
                    commits,
                    (double) WRITES / commits,
                    cpu,
                    single,
                    grouped / single);
            assertThat(commits).isLessThanOrEqualTo(WRITES / 10);
            assertThat(grouped).as("against %.0f one by one", single).isGreaterThan(2 * single);
            for (Scope scope : scopes) {
                assertThat(fixture.head(scope, "Foo")).isPositive();
            }
        }
    }

    private static long writerCpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getAllThreadIds())
                .filter(id -> "svc-store-writer".equals(name(threads.getThreadInfo(id))))
                .map(threads::getThreadCpuTime)
                .sum();
    }

    private static String name(@Nullable ThreadInfo thread) {
        return thread == null ? "" : thread.getThreadName();
    }

    private static List<Scope> accounts(Fixture fixture) {
        List<Scope> scopes = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            String name = "account" + i;
            scopes.add(Scope.account(fixture.store().write(Scope.system(), tx -> tx.enrol("example", name))));
        }
        return scopes;
    }

    private static void write(Fixture fixture, Scope scope) {
        fixture.store().write(scope, tx -> {
            long n = tx.created("Foo", Facets.ALL);
            tx.put("Foo", n, new byte[200]);
            return n;
        });
    }

    private interface Work {
        void on(Scope scope);
    }

    private static Duration all(List<Scope> scopes, int writes, Work work) throws InterruptedException {
        AtomicInteger left = new AtomicInteger(writes);
        List<Thread> threads = new ArrayList<>();
        long began = System.nanoTime();
        for (Scope scope : scopes) {
            Thread thread = new Thread(() -> {
                while (left.getAndDecrement() > 0) {
                    work.on(scope);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
