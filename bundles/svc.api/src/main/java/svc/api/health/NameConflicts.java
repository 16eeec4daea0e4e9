package svc.api.health;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Reports name conflicts of a registry in which each name (method, type, URN) is unique. Register it as a service. The
 * server rejects an extension that is reported here.
 *
 * <p>Threading: called from any thread; must return without delay. It must know each service as soon as the service is
 * registered.
 */
@ConsumerType
public interface NameConflicts {

    /** Returns the conflict of a started bundle; empty if all its services were accepted. */
    Optional<Conflict> of(long bundleId);

    /**
     * A name that is already taken, or a service without a required declaration.
     *
     * @param reason one sentence that describes the problem
     * @param remedy one sentence that describes the remedy
     */
    record Conflict(String reason, String remedy) {}
}
