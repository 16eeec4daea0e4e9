package svc.api.delivery;

import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Decides what happens to a message for one recipient before it is filed. Register it as a service. The filters run in
 * the order of {@link #order}; each receives the plan of the filters before it.
 *
 * <p>Threading: called on threads of the server, for several messages at the same time, outside transactions and
 * snapshots. It can be called more than once for a message, so it must not change anything by itself; changes are
 * effects of the plan. Lifecycle: called while the filter is registered. If a filter throws, the exception is logged, and
 * the plan before it is kept.
 */
@ConsumerType
public interface DeliveryFilter {

    /** Returns the place of the filter: lower numbers come first. The default comes after the filters of the server. */
    default int order() {
        return 100;
    }

    /** Returns the plan, which is the given one if the filter changes nothing. */
    DeliveryPlan plan(IncomingMessage message, DeliveryPlan before) throws IOException;
}
