package svc.cap.mail;

import java.util.Optional;
import java.util.function.Predicate;
import svc.api.jmap.Query.Condition;
import svc.api.jmap.Query.Filter;
import svc.api.jmap.Query.Group;

/** Puts what conditions say together (RFC 8620 §5.5). */
final class Filters {

    private Filters() {}

    /** Whether a filter matches where a condition does when the predicate says so. */
    static boolean matches(Optional<Filter> filter, Predicate<Condition> conditions) {
        return filter.map(one -> matches(one, conditions)).orElse(true);
    }

    private static boolean matches(Filter filter, Predicate<Condition> conditions) {
        if (filter instanceof Condition condition) {
            return conditions.test(condition);
        }
        Group group = (Group) filter;
        return switch (group.operator()) {
            case AND -> group.filters().stream().allMatch(one -> matches(one, conditions));
            case OR -> group.filters().stream().anyMatch(one -> matches(one, conditions));
            case NOT -> group.filters().stream().noneMatch(one -> matches(one, conditions));
        };
    }
}
