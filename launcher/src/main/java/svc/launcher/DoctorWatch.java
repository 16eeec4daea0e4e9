package svc.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;
import svc.launcher.client.SocketClient;

/** Repeats {@code svc doctor --watch} until the user interrupts it or the server ends. */
final class DoctorWatch {

    private static final Duration BETWEEN = Duration.ofSeconds(10);
    private static final String FLAG = "--watch";
    private static final String CLEAR_SCREEN = "\033[H\033[2J";

    private final PrintStream out;
    private final boolean terminal;
    private final InstantSource clock;
    private final Duration between;

    DoctorWatch(PrintStream out, boolean terminal) {
        this(out, terminal, InstantSource.system(), BETWEEN);
    }

    /**
     * Creates the object.
     *
     * @param terminal whether the output replaces the one before
     * @param between the time between two rounds
     */
    DoctorWatch(PrintStream out, boolean terminal, InstantSource clock, Duration between) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
        this.between = between;
    }

    /** One call of the command. */
    @FunctionalInterface
    interface Round {

        /** Returns the exit code; {@link SocketClient#UNREACHABLE} if no server runs. */
        int run() throws IOException;
    }

    static boolean isAskedBy(LauncherArguments words) {
        return words.first().equals("doctor") && words.words().contains(FLAG);
    }

    /** Repeats the command; returns the exit code of the last round. */
    int run(Round round) throws IOException {
        while (true) {
            out.print(terminal ? CLEAR_SCREEN : "");
            out.println(clock.instant().truncatedTo(ChronoUnit.SECONDS));
            int exit = round.run();
            if (exit == SocketClient.UNREACHABLE) {
                return exit;
            }
            LockSupport.parkNanos(between.toNanos());
        }
    }
}
