package svc.cap.quota;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.InMemoryQueryPlan;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.store.Facets;

/** Implements {@code Quota/query} (RFC 9425 §4.4). An account has at most one quota. Not thread-safe. */
final class QuotaQuery extends InMemoryQueryPlan {

    private final boolean byUse;

    private QuotaQuery(Optional<Long> found, boolean byUse) {
        super(found.stream().mapToLong(Long::longValue).toArray());
        this.byUse = byUse;
    }

    /**
     * The quota of the account.
     *
     * @param types the types of the quota whose capabilities the request uses
     */
    record Candidate(long n, List<String> types) {}

    static QuotaQuery of(Query query, Optional<Candidate> quota) {
        // Validates the filter and the sort also if there is no quota.
        query.filter().ifPresent(filter -> matches(filter, List.of()));
        query.sort().forEach(QuotaQuery::check);
        return new QuotaQuery(
                quota.filter(one -> !one.types().isEmpty())
                        .filter(one -> query.filter()
                                .map(filter -> matches(filter, one.types()))
                                .orElse(true))
                        .map(Candidate::n),
                query.sort().stream().anyMatch(step -> step.property().equals("used")));
    }

    private static void check(Query.SortComparator step) {
        switch (step.property()) {
            case "name" -> Collation.of(step.collation());
            case "used" -> {}
            default -> throw new MethodError("unsupportedSort", "Quotas can be sorted by name and used only.");
        }
    }

    /** Evaluates all conditions, so that each condition is validated. */
    private static boolean matches(Filter filter, List<String> types) {
        if (filter instanceof FilterCondition condition) {
            return condition.members().entrySet().stream()
                            .filter(member -> !matches(member.getKey(), member.getValue(), types))
                            .count()
                    == 0;
        }
        FilterOperator group = (FilterOperator) filter;
        long matching =
                group.filters().stream().filter(one -> matches(one, types)).count();
        return switch (group.operator()) {
            case AND -> matching == group.filters().size();
            case OR -> matching > 0;
            case NOT -> matching == 0;
        };
    }

    private static boolean matches(String name, @Nullable Object value, List<String> types) {
        return switch (name) {
            case "name" -> Collation.folded(QuotaSource.NAME).contains(Collation.folded(text(name, value)));
            case "scope" -> text(name, value).equals(QuotaSource.ACCOUNT);
            case "resourceType" -> text(name, value).equals(QuotaSource.OCTETS);
            case "type" -> types.contains(text(name, value));
            default ->
                throw new MethodError(
                        "unsupportedFilter",
                        "The filter conditions for quotas are name, scope, resourceType and type.");
        };
    }

    private static String text(String name, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw MethodError.invalidArguments("The value of the filter condition " + name + " must be a string.");
    }

    @Override
    public Map<String, Facets> dependencies() {
        return Map.of(Quota.TYPE, byUse ? Facets.of(0, 1) : Quota.CORE);
    }
}
