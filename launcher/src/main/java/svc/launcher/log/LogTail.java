package svc.launcher.log;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The newest lines of the log, numbered from 1. Thread-safe. */
final class LogTail {

    private static final int MOST_LINES = 2_000;
    private static final int MOST_CHARACTERS = 1_000_000;

    private final Deque<String> lines = new ArrayDeque<>();
    private long last;
    private int characters;

    /** Adds an entry. A stack trace has several lines. */
    synchronized void add(String entry) {
        entry.lines().map(line -> line.replace("\t", "    ")).forEach(this::keep);
        notifyAll();
    }

    private void keep(String line) {
        lines.addLast(line);
        characters += line.length();
        last++;
        while (lines.size() > MOST_LINES || characters > MOST_CHARACTERS) {
            characters -= lines.removeFirst().length();
        }
    }

    /**
     * Returns the lines after a number: {@code lines} (texts) and {@code last} (the number of the newest one). If there
     * is no such line yet, waits for a limited time.
     *
     * @param after a number from an earlier result; a negative number {@code -n} requests the newest {@code n} lines,
     *     without waiting
     */
    synchronized Map<String, Object> after(long after, Duration patience) {
        long from = after < 0 ? Math.max(0, last + after) : after;
        if (after >= 0) {
            await(from, patience);
        }
        long oldest = last - lines.size();
        List<String> newer = lines.stream().skip(Math.max(0, from - oldest)).toList();
        return Map.of("last", last, "lines", newer);
    }

    private synchronized void await(long number, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            for (long left = patience.toMillis(); last <= number && left > 0; ) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
