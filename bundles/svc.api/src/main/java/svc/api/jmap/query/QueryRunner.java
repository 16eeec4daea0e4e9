package svc.api.jmap;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/**
 * What {@code /query} answers in callers' own accounts, for those who tell how results change: by the method itself, whoever
 * brings it, so that what is told is what a client is told that asks.
 *
 * <p>Threading: any thread, several at once; the answer is worked out on it.
 */
@ProviderType
public interface Queries {

    /**
     * Answers a query.
     *
     * @param longest how long it may take
     * @throws MethodError as the method has it; {@code invalidArguments} for a type without {@code /query}, and {@code
     *     unknownCapability} where the question does not use what the method needs
     */
    Result answer(Caller caller, Question question, Duration longest);

    /**
     * A query as a client asks it.
     *
     * @param using the URNs that the client uses; those that are not offered any more do not count
     * @param type the name of the type
     * @param arguments those of the method, without {@code accountId}
     */
    record Question(Set<String> using, String type, Map<String, @Nullable Object> arguments) {}

    /**
     * What was found.
     *
     * @param queryState the state of the whole result
     * @param ids the part that was asked for
     */
    record Result(String queryState, List<String> ids) {

        /** Copies the list. */
        public Result {
            ids = List.copyOf(ids);
        }
    }
}
