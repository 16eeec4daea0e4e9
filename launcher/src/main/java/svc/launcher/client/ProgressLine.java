package svc.launcher.client;

import java.io.Console;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How far a command is, on standard error: a line that is written over on a terminal; otherwise a line now and then, and none for
 * what ends soon. One thread.
 */
public final class ProgressLine {

    private static final int WIDTH = 24;
    private static final int WIDEST = 100;
    private static final long OFTEN = 100_000_000L;
    private static final long SELDOM = 10_000_000_000L;

    private final PrintStream err;
    private final boolean terminal;
    private final LongSupplier nanos;
    private long last;
    private int shown;

    /** Writes here; nothing yet. */
    public ProgressLine(PrintStream err) {
        this(
                err,
                Optional.ofNullable(System.console())
                        .filter(ProgressLine::isTerminal)
                        .isPresent(),
                System::nanoTime);
    }

    /**
     * Writes here; nothing yet.
     *
     * @param terminal whether a line can be written over
     * @param nanos a time that never steps back
     */
    ProgressLine(PrintStream err, boolean terminal, LongSupplier nanos) {
        this.err = err;
        this.terminal = terminal;
        this.nanos = nanos;
        this.last = nanos.getAsLong();
    }

    /** From Java 22 on there is a console without a terminal, and it says so. */
    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Shows it, unless something was shown a moment ago. */
    public void show(long done, long total, String what) {
        if (total > 0 && done >= total) { // what comes next is the end
            clear();
            return;
        }
        long now = nanos.getAsLong();
        if (now - last < (terminal ? OFTEN : SELDOM)) {
            return;
        }
        last = now;
        int percent = total > 0 ? (int) Math.min(100, 100.0 * done / total) : -1;
        String share = percent < 0 ? "" : String.format(Locale.ROOT, "%3d%%  ", percent);
        if (!terminal) {
            err.println(share.strip() + (share.isEmpty() ? "" : "  ") + what);
            return;
        }
        int full = WIDTH * Math.max(0, percent) / 100;
        String bar = percent < 0 ? "" : "[" + "=".repeat(full) + " ".repeat(WIDTH - full) + "] ";
        String line = bar + share + what;
        String cut = line.length() > WIDEST ? line.substring(0, WIDEST) : line;
        err.print("\r" + cut + " ".repeat(Math.max(0, shown - cut.length())));
        err.flush();
        shown = cut.length();
    }

    /** Takes the line away, so that what follows begins at the margin. */
    public void clear() {
        if (shown > 0) {
            err.print("\r" + " ".repeat(shown) + "\r");
            err.flush();
            shown = 0;
        }
    }
}
