package svc.api.health;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One thing the doctor looks at. Register it as a service; {@code svc doctor} runs it.
 *
 * <p>Threading: called on the thread of the command or of a health round, one call at a time per check, and should answer
 * within a second. A check that throws is reported as failing, with its name.
 */
@ConsumerType
public interface HealthCheck {

    /**
     * The family for {@code svc doctor --only}: {@code config}, {@code storage}, {@code database}, {@code search},
     * {@code tls}, {@code dns}, {@code queue}, {@code backup}, {@code security}, {@code bundles} or one of the bundle's own.
     */
    String family();

    /** Looks now. At least one finding; {@link Finding.Status#SKIPPED} when there was nothing to measure. */
    List<Finding> examine();
}
