package svc.cap.mail.capability;

import java.util.Optional;
import java.util.function.Predicate;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;

/** Evaluates the operators of a filter (RFC 8620 §5.5). */
public final class FilterEvaluation {

    private FilterEvaluation() {}

    /**
     * Returns whether a filter matches, with a predicate that evaluates its conditions. An empty filter matches
     * everything.
     */
    public static boolean matches(Optional<Filter> filter, Predicate<FilterCondition> conditions) {
        return filter.map(one -> matches(one, conditions)).orElse(true);
    }

    private static boolean matches(Filter filter, Predicate<FilterCondition> conditions) {
        if (filter instanceof FilterCondition condition) {
            return conditions.test(condition);
        }
        FilterOperator group = (FilterOperator) filter;
        return switch (group.operator()) {
            case AND -> group.filters().stream().allMatch(one -> matches(one, conditions));
            case OR -> group.filters().stream().anyMatch(one -> matches(one, conditions));
            case NOT -> group.filters().stream().noneMatch(one -> matches(one, conditions));
        };
    }
}
