package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Receives committed changes. Register it as a service.
 *
 * <p>Threading: called sequentially, in the order of the commits of a scope, never on the writing thread. It must
 * return quickly. One call may combine several commits of a scope; it then carries the newest states. Exceptions are
 * logged and ignored. A change may be missed around the registration or unregistration of the service: a listener that
 * needs all changes must compare states.
 */
@ConsumerType
@FunctionalInterface
public interface StateListener {

    /** Called after a change was committed. */
    void changed(StateChange change);
}
