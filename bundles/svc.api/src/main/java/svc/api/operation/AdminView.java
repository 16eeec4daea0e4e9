package svc.api.operation;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Snapshot;

/**
 * What operators see of what a capability keeps in one account: names, sizes and times, never what is in it. Register it as a
 * service; the server shows it as {@code svc account view ID NAME} and under {@code /admin/v1/accounts/{id}/NAME}.
 *
 * <p>Threading: on the thread of the request or of the command, several at once. Lifecycle: offered while the service is
 * registered; of two with one name the first is asked.
 */
@ConsumerType
public interface AdminView {

    /** Its name: lower case, in the plural. */
    String name();

    /**
     * The objects behind a cursor, in an order that does not change.
     *
     * @param snapshot of the account
     * @param limit how many at most; {@link Page#limit} has let it pass
     * @param cursor what {@link Page#next} of the part before said
     * @return the members of each object by their snake_case names, plain values as for {@link Operations}; one that is not
     *     there is left out
     * @throws OperationProblem {@link Page#badCursor}
     */
    Page<Map<String, Object>> list(Snapshot snapshot, int limit, Optional<String> cursor);
}
