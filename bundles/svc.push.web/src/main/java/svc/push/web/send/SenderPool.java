package svc.push.web;

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
 * The threads that send. A host that has not answered well yet, or does not any more, has one of them at a time; so those that are
 * dead or slow never take those of others away. Any thread.
 */
final class Senders {

    private static final Logger LOG = LoggerFactory.getLogger(Senders.class);

    /** Messages under way at once. */
    static final int ALL = 64;
    /** To one host that answers. */
    static final int HOST = 8;
    /** Of one account. */
    static final int ACCOUNT = 8;

    private static final int PATIENCE_SECONDS = 1;
    private static final int REMEMBERED = 10_000;

    private final Map<String, Boolean> well = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };
    private final Turns<String> hosts = new Turns<>(this::most);
    private final Turns<Long> accounts = new Turns<>(account -> ACCOUNT);
    private final Turns<Boolean> all = new Turns<>(any -> ALL);
    private final ThreadPoolExecutor threads;

    Senders() {
        AtomicInteger numbers = new AtomicInteger();
        this.threads =
                new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                    Thread thread = new Thread(work, "svc-push-web-" + numbers.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    private int most(String host) {
        synchronized (well) {
            return well.containsKey(host) ? HOST : 1;
        }
    }

    /** Runs a work when it is its turn. */
    void send(long account, String host, Runnable work) {
        Runnable last = () -> run(() -> {
            try {
                work.run();
            } finally {
                all.leave(true);
                hosts.leave(host);
                accounts.leave(account);
            }
        });
        accounts.enter(account, () -> hosts.enter(host, () -> all.enter(true, last)));
    }

    /** Whether a host answered soon and well. */
    void note(String host, boolean answered) {
        synchronized (well) {
            if (answered) {
                well.put(host, true);
            } else {
                well.remove(host);
            }
        }
    }

    /** Runs something that is to be done beside them. */
    void run(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("Nothing is sent any more", e);
        }
    }

    /** Begins with nothing any more, and gives what is under way a moment to come to its end. */
    void stop() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("Some messages are still under way; whether they were taken is not known");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
