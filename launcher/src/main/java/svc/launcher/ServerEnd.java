package svc.launcher;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import svc.launcher.home.Home;
import svc.launcher.home.HomeLock;

/**
 * Makes {@code svc shutdown} wait until the process of the server has ended, so that a start right after it can lock
 * the home.
 */
final class ServerEnd {

    /**
     * The maximum time to wait. It is longer than the time limits of running requests (30 s) and of stopping bundles
     * (20 s) together.
     */
    private static final Duration LONGEST = Duration.ofSeconds(90);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final List<String> COMMANDS = List.of("shutdown", "stop");
    private static final List<String> NO_WAIT = List.of("--no-wait", "--help", "-h");
    private static final int NOT_ENDED = 1;

    private final Home home;
    private final PrintStream err;

    ServerEnd(Home home, PrintStream err) {
        this.home = home;
        this.err = err;
    }

    /** Returns whether a command waits for the end of the server. */
    static boolean isAwaitedBy(LauncherArguments words) {
        return COMMANDS.contains(words.first()) && words.words().stream().noneMatch(NO_WAIT::contains);
    }

    /** Waits; returns the exit code. */
    int await() {
        long began = System.nanoTime();
        while (!HomeLock.isFree(home)) {
            if (System.nanoTime() - began > LONGEST.toNanos()) {
                err.println("svc: The server has not ended within " + LONGEST.toSeconds()
                        + " seconds. Read its log; the file run/svc.lock in its home contains its process id.");
                return NOT_ENDED;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        return 0;
    }
}
