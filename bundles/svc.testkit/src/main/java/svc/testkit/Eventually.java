package svc.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that other threads fulfil. */
public final class Eventually {

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(1);

    private Eventually() {}

    /**
     * Waits until a condition is true.
     *
     * @throws AssertionError if it is still false after 30 seconds
     */
    public static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                throw new AssertionError("Not " + what + " in time");
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }
}
