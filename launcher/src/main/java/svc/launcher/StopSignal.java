package svc.launcher;

import java.util.concurrent.CountDownLatch;

/**
 * The wish to end, from wherever it comes: SIGTERM, SIGINT or the command {@code svc shutdown}. A signal makes the virtual
 * machine run its hooks; the hook here passes the wish on, waits until the main thread has taken everything down, and ends
 * the process with the main thread's exit code instead of the signal's.
 */
final class StopSignal {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile int exit = Refusal.NOT_READY;

    /** Listens to the signals of the operating system. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onSignal, "svc-signal"));
    }

    private void onSignal() {
        ask();
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(exit);
    }

    void ask() {
        asked.countDown();
    }

    boolean isAsked() {
        return asked.getCount() == 0;
    }

    void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything is down: the process may end with this code. */
    void done(int code) {
        exit = code;
        done.countDown();
    }
}
