package svc.extensions;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/**
 * Runs code of extensions (their start, their stop) on a thread of its own, and goes on without it when it does not come to
 * its end in time.
 */
final class BoundedWork {

    private static final Logger LOG = LoggerFactory.getLogger(BoundedWork.class);

    private final Clock clock;
    private final Executor loop;

    /**
     * Prepares.
     *
     * @param clock tells when it is late
     * @param loop where endings are told
     */
    BoundedWork(Clock clock, Executor loop) {
        this.clock = clock;
        this.loop = loop;
    }

    /** Runs {@code work}; tells exactly one ending, on the loop. A late thread is interrupted. */
    void run(String name, Callable<?> work, Duration limit, Ending ending) {
        AtomicBoolean told = new AtomicBoolean();
        AtomicReference<@Nullable Thread> worker = new AtomicReference<>();
        Clock.Alarm alarm = clock.after(limit, () -> {
            Thread late = worker.get();
            if (late != null && told.compareAndSet(false, true)) {
                late.interrupt();
                loop.execute(ending::late);
            }
        });
        Thread thread = new Thread(
                () -> {
                    Throwable failure = failure(work);
                    alarm.cancel();
                    if (told.compareAndSet(false, true)) {
                        loop.execute(() -> ending.ended(failure));
                    }
                },
                name);
        worker.set(thread);
        thread.setDaemon(true);
        // Threads that the extension starts inherit it; none must keep a class loader of ours or of another extension.
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        thread.start();
    }

    @SuppressWarnings("IllegalCatch") // whatever foreign code throws, linkage errors too, is its verdict
    private static @Nullable Throwable failure(Callable<?> work) {
        try {
            work.call();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** How it went. */
    interface Ending {
        /** Nobody asks. */
        Ending NOTHING = new Ending() {
            @Override
            public void ended(@Nullable Throwable failure) {
                LOG.debug("ended", failure);
            }

            @Override
            public void late() {
                LOG.debug("late");
            }
        };

        /** It came to its end; {@code failure} is what it threw. */
        void ended(@Nullable Throwable failure);

        /** It did not come to its end in time. */
        void late();
    }
}
