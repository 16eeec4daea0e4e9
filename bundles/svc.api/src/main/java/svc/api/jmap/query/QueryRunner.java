package svc.api.jmap.query;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.jmap.MethodError;

/**
 * Runs {@code /query} in callers' own accounts, for components that notify clients of changed results. The service
 * calls the registered method, so that the result equals the response to a client.
 *
 * <p>Thread-safe; the query runs on the calling thread.
 */
@ProviderType
public interface QueryRunner {

    /**
     * Runs a query.
     *
     * @param longest the maximum duration
     * @throws MethodError an error of the method; {@code invalidArguments} for a type without {@code /query}, and
     *     {@code unknownCapability} if the request does not use a capability that the method needs
     */
    Result run(Caller caller, QueryRequest question, Duration longest);

    /**
     * A query request of a client.
     *
     * @param using the URNs that the client uses; URNs that are no longer offered are ignored
     * @param type the name of the type
     * @param arguments the arguments of the method, without {@code accountId}
     */
    record QueryRequest(Set<String> using, String type, Map<String, @Nullable Object> arguments) {}

    /**
     * The result of a query.
     *
     * @param queryState the state of the whole result
     * @param ids the requested part of the result
     */
    record Result(String queryState, List<String> ids) {

        /** Copies the list. */
        public Result {
            ids = List.copyOf(ids);
        }
    }
}
