package svc.api.jmap.query;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;

/**
 * A query of a client (RFC 8620 §5.5).
 *
 * @param filter the filter; empty to match all objects
 * @param sort the comparators; empty for the default order of the type
 * @param checkDeadline to be run regularly by plans that visit many objects; throws when the deadline of the request
 *     has passed
 * @param extraArguments the additional arguments of the call, which {@code TypeDescriptor.extraArguments} declares; the
 *     map contains only arguments that the client sent
 * @param reach the account, with the access rights of the caller
 * @param caller the caller of the method
 * @param isVisible whether the data of a capability in the account is visible to this call: the request uses the
 *     capability, and the account offers it
 */
public record Query(
        Optional<Filter> filter,
        List<SortComparator> sort,
        Runnable checkDeadline,
        Map<String, @Nullable Object> extraArguments,
        AccessibleAccount reach,
        Caller caller,
        Predicate<String> isVisible) {

    /** A filter (RFC 8620 §5.5). */
    public sealed interface Filter permits FilterOperator, FilterCondition {}

    /**
     * A combination of filters.
     *
     * @param operator the logical operator
     * @param filters one or more filters
     */
    public record FilterOperator(Operator operator, List<Filter> filters) implements Filter {}

    /**
     * A filter condition of the type.
     *
     * @param members the conditions, all of which must match
     */
    public record FilterCondition(Map<String, @Nullable Object> members) implements Filter {}

    /** The logical operators of filters. */
    public enum Operator {
        /** All filters match. */
        AND,
        /** At least one filter matches. */
        OR,
        /** No filter matches. */
        NOT
    }

    /**
     * A comparator.
     *
     * @param property the property to compare
     * @param ascending whether the smallest value comes first
     * @param collation the collation of strings; empty for the default
     * @param extraArguments further members of the comparator
     */
    public record SortComparator(
            String property,
            boolean ascending,
            Optional<String> collation,
            Map<String, @Nullable Object> extraArguments) {}
}
