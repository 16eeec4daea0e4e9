package svc.api.health;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whoever takes services in under names of which there can be only one (methods, types, URNs) tells which bundle wanted a
 * name that was taken. Register it as a service; an extension that is named here is refused.
 *
 * <p>Threading: any thread. It answers at once, and knows of a service as soon as that is registered.
 */
@ConsumerType
public interface NameConflicts {

    /** What is wrong with what a bundle that has started brought; empty when all of it was taken in. */
    Optional<Conflict> of(long bundleId);

    /**
     * A name that was taken, or a service that does not say what it must.
     *
     * @param reason one sentence that says what is wrong
     * @param remedy one sentence that says what to do
     */
    record Conflict(String reason, String remedy) {}
}
