package svc.extensions;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/** The one thread on which the lives of all extensions go on, and its regular round. */
final class Loop implements Executor {

    /** The longest time between two rounds, also where nothing tells that the folder changed. */
    private static final Duration REGULAR = Duration.ofSeconds(1);

    private static final Duration SOON = Duration.ofMillis(100);

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final AtomicBoolean soon = new AtomicBoolean();
    private final AtomicBoolean now = new AtomicBoolean();
    private final Clock clock;
    private final Runnable round;
    private final Thread thread;
    private volatile boolean ended;

    Loop(Clock clock, Runnable round) {
        this.clock = clock;
        this.round = round;
        this.thread = new Thread(this::run, "extensions");
        thread.setDaemon(true);
    }

    /** Begins; the first round comes at once. */
    void begin() {
        thread.start();
        now();
        regular();
    }

    @Override
    public void execute(Runnable task) {
        inbox.add(task);
    }

    /** A round as soon as the thread is free; several wishes are one. */
    void now() {
        if (now.compareAndSet(false, true)) {
            execute(() -> {
                now.set(false);
                round.run();
            });
        }
    }

    /** A round after a moment; several wishes are one. */
    void soon() {
        if (!ended && soon.compareAndSet(false, true)) {
            clock.after(SOON, () -> {
                soon.set(false);
                now();
            });
        }
    }

    /** Ends after what is being done. */
    void end() throws InterruptedException {
        ended = true;
        execute(() -> {});
        thread.join(REGULAR.toMillis());
    }

    private void regular() {
        if (!ended) {
            clock.after(REGULAR, () -> {
                now();
                regular();
            });
        }
    }

    @SuppressWarnings("IllegalCatch") // one extension's defect must not end the watch over the others
    private void run() {
        while (!ended) {
            try {
                inbox.take().run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | LinkageError e) {
                LOG.error("a step in the life of an extension failed", e);
            }
        }
    }
}
