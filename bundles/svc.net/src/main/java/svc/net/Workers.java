package svc.net;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.VirtualThreads;

/** The threads of the sessions: virtual threads if Java has them, otherwise a pool. */
final class Workers implements Executor, AutoCloseable {

    private static final int THREADS = 256;

    private final Executor executor;

    Workers() {
        executor =
                VirtualThreads.areSupported() ? VirtualThreads.getNamedVirtualThreadsExecutor("net-virtual-") : pool();
    }

    private static ExecutorService pool() {
        AtomicInteger numbers = new AtomicInteger();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(THREADS, THREADS, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), task -> {
                    Thread worker = new Thread(task, "net-worker-" + numbers.incrementAndGet());
                    worker.setDaemon(true);
                    return worker;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    /** Interrupts the running tasks of the pool. Virtual threads end when their connections are closed. */
    @Override
    public void close() {
        if (executor instanceof ExecutorService pool) {
            pool.shutdownNow();
        }
    }
}
