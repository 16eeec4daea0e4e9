package svc.api.jmap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Reach;

/**
 * What a client looks for.
 *
 * @param filter empty for everything
 * @param sort empty for the order of the type
 * @param pace to be run now and then by whoever looks at many objects: it ends the call where the request has to end
 * @param more the further arguments of the call that {@link Shape#more} allows; those that were left out are not there
 * @param reach the account, as the caller reaches it
 * @param caller who looks
 * @param shows whether what a capability has in the account shows to this call: the request uses it, and the account offers it
 */
public record Query(
        Optional<Filter> filter,
        List<Order> sort,
        Runnable pace,
        Map<String, @Nullable Object> more,
        Reach reach,
        Caller caller,
        Predicate<String> shows) {

    /** A filter (RFC 8620 §5.5). */
    public sealed interface Filter permits Group, Condition {}

    /**
     * Several filters in one.
     *
     * @param operator how they come together
     * @param filters one or more
     */
    public record Group(Operator operator, List<Filter> filters) implements Filter {}

    /**
     * A condition of the type.
     *
     * @param members all of which must hold
     */
    public record Condition(Map<String, @Nullable Object> members) implements Filter {}

    /** How filters come together. */
    public enum Operator {
        /** All match. */
        AND,
        /** One or more match. */
        OR,
        /** None matches. */
        NOT
    }

    /**
     * One step of a sort.
     *
     * @param property what to compare
     * @param ascending the smallest first
     * @param collation the rule for texts; empty for the server's own
     * @param more further members
     */
    public record Order(
            String property, boolean ascending, Optional<String> collation, Map<String, @Nullable Object> more) {}
}
