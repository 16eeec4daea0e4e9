package svc.push.web.send;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that send messages. A host without a recent success gets one thread at a time, so that unreachable and
 * slow hosts do not delay others. Thread-safe.
 */
final class SenderPool {

    private static final Logger LOG = LoggerFactory.getLogger(SenderPool.class);

    /** The limit of concurrent messages. */
    static final int ALL = 64;
    /** The limit for a host that answers. */
    static final int HOST = 8;
    /** The limit for an account. */
    static final int ACCOUNT = 8;

    private static final int PATIENCE_SECONDS = 1;
    private static final int REMEMBERED = 10_000;

    private final Map<String, Boolean> responsive = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };
    private final KeyedConcurrencyLimit<String> hosts = new KeyedConcurrencyLimit<>(this::limit);
    private final KeyedConcurrencyLimit<Long> accounts = new KeyedConcurrencyLimit<>(account -> ACCOUNT);
    private final KeyedConcurrencyLimit<Boolean> all = new KeyedConcurrencyLimit<>(any -> ALL);
    private final ThreadPoolExecutor threads;

    SenderPool() {
        AtomicInteger numbers = new AtomicInteger();
        this.threads =
                new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "svc-push-web-" + numbers.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    private int limit(String host) {
        synchronized (responsive) {
            return responsive.containsKey(host) ? HOST : 1;
        }
    }

    /** Runs a task when the limits permit it. */
    void send(long account, String host, Runnable task) {
        Runnable last = () -> run(() -> {
            try {
                task.run();
            } finally {
                all.leave(true);
                hosts.leave(host);
                accounts.leave(account);
            }
        });
        accounts.enter(account, () -> hosts.enter(host, () -> all.enter(true, last)));
    }

    /** Records whether a host answered quickly and without an error. */
    void record(String host, boolean answered) {
        synchronized (responsive) {
            if (answered) {
                responsive.put(host, true);
            } else {
                responsive.remove(host);
            }
        }
    }

    /** Runs a task to which the limits do not apply. */
    void run(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The sender is stopped; a message was dropped", e);
        }
    }

    /** Starts no further task, and waits briefly for the running tasks. */
    void stop() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("Some messages are still being sent; their result is unknown");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
