package svc.api.operation;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Snapshot;

/**
 * Lists, for operators, the objects that a capability stores in one account: names, sizes and times, never content.
 * Register it as a service. The server shows the list as {@code svc account view ID NAME} and under {@code
 * /admin/v1/accounts/{id}/NAME}.
 *
 * <p>Threading: called concurrently on the threads of requests and commands. Lifecycle: offered while the service is
 * registered. If two views have the same name, the first one is used.
 */
@ConsumerType
public interface AdminView {

    /** Returns the name: lower case, plural. */
    String name();

    /**
     * Returns the objects after a cursor, in a stable order.
     *
     * @param snapshot a snapshot of the account
     * @param limit the maximum number of objects, already validated by {@link Page#checkLimit}
     * @param cursor the {@link Page#next} of the previous page
     * @return the members of each object by snake_case name, plain values as for {@link Operations}; members without a
     *     value are omitted
     * @throws OperationException {@link Page#badCursor}
     */
    Page<Map<String, Object>> list(Snapshot snapshot, int limit, Optional<String> cursor);
}
