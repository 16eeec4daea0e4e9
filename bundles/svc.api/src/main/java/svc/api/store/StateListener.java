package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears of changes. Register it as a service.
 *
 * <p>Threading: called one change after another, in the order of the commits of a scope, never by the thread that writes.
 * It must be quick. When many changes come at once, one call may stand for several commits of a scope and carries the
 * newest states. What it throws is logged and does no harm. A change may be missed around the moment the service comes or
 * goes: whoever needs all of them compares states.
 */
@ConsumerType
@FunctionalInterface
public interface StateListener {

    /** A change was committed. */
    void changed(StateChange change);
}
