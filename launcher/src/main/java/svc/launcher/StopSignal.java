package svc.launcher;

import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.launcher.home.LaunchException;

/**
 * The request to stop: SIGTERM, SIGINT or the command {@code svc shutdown}. On a signal, the virtual machine runs its
 * shutdown hooks. The hook of this class passes the request to the main thread and waits until the main thread has
 * stopped the server. Then the hook ends the process with the exit code of the main thread instead of that of the
 * signal.
 */
final class StopSignal {

    /**
     * The exit code after a failure of a running server (EX_SOFTWARE of sysexits). A supervisor restarts the server.
     */
    static final int FAILED = 70;

    private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile int exit = LaunchException.NOT_READY;
    private volatile int ended;

    /** Adds the shutdown hook. */
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

    /** Ends the process with {@link #FAILED} after a permanent failure of a part that the server needs. */
    void fail(String what) {
        LOG.error("The server stops. {} Start it again; if this happens again, report it with the log.", what);
        ended = FAILED;
        ask();
    }

    /** Returns the exit code of a server that was ready: 0 or {@link #FAILED}. */
    int ended() {
        return ended;
    }

    void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports that everything has stopped; the process may end with this exit code. */
    void done(int code) {
        exit = code;
        done.countDown();
    }
}
