package svc.extensions.lifecycle;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/**
 * The thread that runs the lifecycles of all extensions. It regularly checks all of them in a round. Code of
 * extensions, such as their start and stop, runs on other threads with a time limit.
 */
final class ExtensionThread {

    /** The maximum interval between two rounds, which also applies if changes of the folder are not reported. */
    private static final Duration REGULAR = Duration.ofSeconds(1);

    private static final Duration SOON = Duration.ofMillis(100);
    private static final Logger LOG = LoggerFactory.getLogger(ExtensionThread.class);

    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final AtomicBoolean soon = new AtomicBoolean();
    private final AtomicBoolean now = new AtomicBoolean();
    private final Clock clock;
    private final Runnable round;
    private final Thread thread;
    private volatile boolean ended;

    ExtensionThread(Clock clock, Runnable round) {
        this.clock = clock;
        this.round = round;
        this.thread = new Thread(this::loop, "extensions");
        thread.setDaemon(true);
    }

    /** Starts the thread; the first round runs immediately. */
    void begin() {
        thread.start();
        now();
        regular();
    }

    /** Code that runs outside the extension thread. */
    interface Work {
        void run() throws Exception;
    }

    /**
     * Runs {@code work} on a thread of its own, then {@code then} on the extension thread, exactly once. The argument
     * of {@code then} is null on success, the exception of the work, or a {@link TimeoutException} if the work exceeded
     * the limit and was interrupted.
     */
    void run(String name, Work work, Duration limit, Consumer<@Nullable Throwable> then) {
        CompletableFuture<Boolean> ending = new CompletableFuture<>();
        Thread worker = new Thread(() -> run(work, ending), name);
        Clock.Alarm alarm = clock.schedule(limit, () -> {
            if (ending.completeExceptionally(new TimeoutException())) {
                worker.interrupt();
            }
        });
        Future<?> unused = ending.whenComplete((done, failure) -> {
            alarm.cancel();
            inbox.add(() -> then.accept(failure));
        });
        worker.setDaemon(true);
        // Threads that the extension starts inherit the context class loader. They must not keep a class loader of the
        // server or of another extension in memory.
        worker.setContextClassLoader(ClassLoader.getSystemClassLoader());
        worker.start();
    }

    @SuppressWarnings("IllegalCatch") // foreign code may throw anything, also linkage errors
    private static void run(Work work, CompletableFuture<Boolean> ending) {
        try {
            work.run();
            ending.complete(true);
        } catch (Throwable e) {
            ending.completeExceptionally(e);
        }
    }

    /** Requests a round as soon as the thread is free. Several requests cause one round. */
    void now() {
        if (now.compareAndSet(false, true)) {
            inbox.add(() -> {
                now.set(false);
                round.run();
            });
        }
    }

    /** Requests a round after a short delay. Several requests cause one round. */
    void soon() {
        if (!ended && soon.compareAndSet(false, true)) {
            clock.schedule(SOON, () -> {
                soon.set(false);
                now();
            });
        }
    }

    /** Stops the thread after the current task. */
    void end() throws InterruptedException {
        ended = true;
        inbox.add(() -> {});
        thread.join(REGULAR.toMillis());
    }

    private void regular() {
        if (!ended) {
            clock.schedule(REGULAR, () -> {
                now();
                regular();
            });
        }
    }

    @SuppressWarnings("IllegalCatch") // a defect of one extension must not end the supervision of the others
    private void loop() {
        while (!ended) {
            try {
                inbox.take().run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | LinkageError e) {
                LOG.error("A step in the lifecycle of an extension failed", e);
            }
        }
    }
}
