package svc.api.jmap.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodError;

/**
 * A query of a client (RFC 8620 §5.5).
 *
 * @param filter the filter; empty to match all objects
 * @param sort the comparators; empty for the default order of the type
 * @param checkDeadline to be run regularly by plans that visit many objects; throws when the deadline of the request
 *     has passed
 * @param context the method call
 */
public record Query(Optional<Filter> filter, List<SortComparator> sort, Runnable checkDeadline, CallContext context) {

    private static final int SHOWN = 60;

    /** A filter (RFC 8620 §5.5). */
    public sealed interface Filter permits FilterOperator, FilterCondition {

        /**
         * Parses a filter.
         *
         * @throws MethodError {@code invalidArguments} if it is malformed, {@code unsupportedFilter} if it is too large
         */
        static Filter parse(Map<String, @Nullable Object> filter) {
            return new FilterParser().filter(filter, 0);
        }

        /**
         * Translates the filter.
         *
         * @param condition translates one condition from its name and value; it throws a {@link MethodError} if it does
         *     not support the condition or the value has another type
         * @param combine combines translations; {@link Operator#AND} of none matches everything
         */
        <R> R translate(BiFunction<String, @Nullable Object, R> condition, BiFunction<Operator, List<R>, R> combine);

        /**
         * Returns a predicate on objects.
         *
         * @param condition translates one condition, as for {@link #translate}
         */
        default <O> Predicate<O> toPredicate(BiFunction<String, @Nullable Object, Predicate<O>> condition) {
            return translate(condition, (operator, parts) -> switch (operator) {
                case AND -> object -> parts.stream().allMatch(part -> part.test(object));
                case OR -> object -> parts.stream().anyMatch(part -> part.test(object));
                case NOT -> object -> parts.stream().noneMatch(part -> part.test(object));
            });
        }
    }

    /**
     * A combination of filters.
     *
     * @param operator the logical operator
     * @param filters the filters; may be empty
     */
    public record FilterOperator(Operator operator, List<Filter> filters) implements Filter {

        @Override
        public <R> R translate(
                BiFunction<String, @Nullable Object, R> condition, BiFunction<Operator, List<R>, R> combine) {
            return combine.apply(
                    operator,
                    filters.stream()
                            .map(filter -> filter.translate(condition, combine))
                            .toList());
        }
    }

    /**
     * A filter condition of the type.
     *
     * @param members the conditions, all of which must match
     */
    public record FilterCondition(Map<String, @Nullable Object> members) implements Filter {

        @Override
        public <R> R translate(
                BiFunction<String, @Nullable Object, R> condition, BiFunction<Operator, List<R>, R> combine) {
            List<R> parts = new ArrayList<>(members.size());
            members.forEach((name, value) -> parts.add(condition.apply(name, value)));
            return parts.size() == 1 ? parts.get(0) : combine.apply(Operator.AND, parts);
        }

        /** Returns the error for a condition that a type does not support. */
        public static MethodError unsupported(String type, String condition) {
            return new MethodError(
                    "unsupportedFilter", "The type " + type + " has no filter condition \"" + shown(condition) + "\".");
        }

        private static String shown(String name) {
            String plain = name.replaceAll("\\p{Cntrl}", "?");
            return plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "…";
        }
    }

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
