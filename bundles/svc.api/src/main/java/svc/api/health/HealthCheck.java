package svc.api.health;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A check of the doctor. Register it as a service; {@code svc doctor} runs it.
 *
 * <p>Threading: called on a thread of {@link HealthChecks}, with one call at a time per check. A check that is late is
 * reported as a warning, and is not called again while it runs. A check that throws is reported as failed.
 */
@ConsumerType
public interface HealthCheck {

    /**
     * Returns the family, by which {@code svc doctor --only} selects checks: {@code config}, {@code storage},
     * {@code database}, {@code search}, {@code tls}, {@code dns}, {@code queue}, {@code backup}, {@code security},
     * {@code bundles}, or another name that the bundle chooses.
     */
    String family();

    /**
     * Returns the names of the checks that {@link #run} reports. If the check cannot be run, the doctor reports the
     * failure under these names, or under the family if the list is empty.
     */
    default List<String> checks() {
        return List.of();
    }

    /** Returns the cost of {@link #run}, which decides when the check runs and how long it may take. */
    default Cost cost() {
        return Cost.CHEAP;
    }

    /** Runs the check. Returns at least one finding, with {@link Finding.Status#SKIPPED} if nothing was measured. */
    List<Finding> run();

    /** The cost of a check. */
    enum Cost {
        /** The check returns within a second. It runs in every round and with every {@code svc doctor}. */
        CHEAP,
        /** The check reads much. It runs with {@code svc doctor --slow}. */
        SLOW,
        /** The check waits for other machines. It runs with {@code svc doctor --outside}. */
        OUTSIDE
    }
}
