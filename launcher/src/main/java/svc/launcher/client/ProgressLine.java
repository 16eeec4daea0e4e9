package svc.launcher.client;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a command on standard error: on a terminal as one line that is overwritten; otherwise as a new
 * line at intervals. A short command shows no progress. Not thread-safe.
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

    /** Creates a progress line for this process. */
    public ProgressLine(PrintStream err) {
        this(err, Terminal.console().isPresent(), System::nanoTime);
    }

    /**
     * Creates a progress line.
     *
     * @param terminal whether a line can be overwritten
     * @param nanos a monotonic clock
     */
    ProgressLine(PrintStream err, boolean terminal, LongSupplier nanos) {
        this.err = err;
        this.terminal = terminal;
        this.nanos = nanos;
        this.last = nanos.getAsLong();
    }

    /** Shows the progress, unless it was shown recently. */
    public void show(long done, long total, String what) {
        if (total > 0 && done >= total) { // the work is complete, and the result follows
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

    /** Removes the line, so that the following output begins at the margin. */
    public void clear() {
        if (shown > 0) {
            err.print("\r" + " ".repeat(shown) + "\r");
            err.flush();
            shown = 0;
        }
    }
}
