package svc.api.health;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A check of the doctor. Register it as a service; {@code svc doctor} runs it.
 *
 * <p>Threading: called on the thread of the command or of a periodic health run, with one call at a time per check. The
 * check should return within a second. A check that throws is reported as failed.
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

    /** Runs the check. Returns at least one finding, with {@link Finding.Status#SKIPPED} if nothing was measured. */
    List<Finding> run();
}
