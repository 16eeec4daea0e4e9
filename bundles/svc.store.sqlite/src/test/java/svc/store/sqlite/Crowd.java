package svc.store.sqlite;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.store.sqlite.sql.Fixture;

/** Many threads that write to one store, each to its own account: one object and its body per write. */
record Crowd(Fixture fixture, List<Scope> accounts) {

    /** Creates an account for each thread. */
    static Crowd of(Fixture fixture, int threads) {
        List<Scope> accounts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            String name = "account" + i;
            accounts.add(Scope.account(
                    new ScopeKey(), fixture.store().write(Scope.system(), tx -> tx.createAccount("example", name))));
        }
        return new Crowd(fixture, accounts);
    }

    /** Returns the same threads on one account, whose pages they share. */
    Crowd onOneAccount() {
        return new Crowd(fixture, Collections.nCopies(accounts.size(), accounts.get(0)));
    }

    /**
     * The cost of some writes.
     *
     * @param writes the number of writes
     * @param commits the number of commits
     * @param time the time from the first to the last write
     * @param writerCpu the processor time of the writer's thread
     */
    record Run(int writes, long commits, Duration time, Duration writerCpu) {

        double writesPerSecond() {
            return writes * 1e9 / time.toNanos();
        }

        double commitsPerSecond() {
            return commits * 1e9 / time.toNanos();
        }

        double writerMicrosPerWrite() {
            return writerCpu.toNanos() / 1e3 / writes;
        }
    }

    /** All threads write concurrently, so that waiting writes share a commit. */
    Run together(int writes) {
        return run(writes, this::write);
    }

    /** The same threads write one at a time under a lock, so that each write has its own commit. */
    Run oneByOne(int writes) {
        ReentrantLock lock = new ReentrantLock(true);
        return run(writes, scope -> {
            lock.lock();
            try {
                write(scope);
            } finally {
                lock.unlock();
            }
        });
    }

    private void write(Scope scope) {
        fixture.store().write(scope, tx -> {
            long n = tx.logCreated("Foo", Facets.ALL);
            tx.put("Foo", n, new byte[200]);
            return n;
        });
    }

    private Run run(int writes, Consumer<Scope> work) {
        AtomicInteger left = new AtomicInteger(writes);
        List<Thread> threads = accounts.stream()
                .map(scope -> new Thread(() -> {
                    while (left.getAndDecrement() > 0) {
                        work.accept(scope);
                    }
                }))
                .toList();
        long commits = fixture.store().writer().commits();
        long cpu = writerCpu();
        long began = System.nanoTime();
        threads.forEach(Thread::start);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return new Run(
                writes,
                fixture.store().writer().commits() - commits,
                Duration.ofNanos(System.nanoTime() - began),
                Duration.ofNanos(writerCpu() - cpu));
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
}
