package svc.launcher.framework;

/**
 * Sets the number of platform threads that run virtual threads, if the Java version has them. A virtual thread that
 * reads in SQLite or in a mapped file of the search index pins its carrier. On such Java versions, the store permits two
 * concurrent reads per processor, but at least four, and one account gets at most half of these permits. This class sets
 * one carrier more than one account can pin, so that the reads of one account never occupy all carriers (FAIR-01). Each
 * further carrier costs processor time: the carriers then compete for the processors.
 */
public final class CarrierThreads {

    private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

    private CarrierThreads() {}

    /** Sets the number, unless the operator has set it. Must run before the first virtual thread starts. */
    public static void set() {
        if (System.getProperty(PARALLELISM) == null) {
            int processors = Runtime.getRuntime().availableProcessors();
            System.setProperty(PARALLELISM, String.valueOf(of(processors)));
        }
    }

    static int of(int processors) {
        return Math.max(4, 2 * processors) / 2 + 1;
    }
}
