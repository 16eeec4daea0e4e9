package svc.cap.quota;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Collation;
import svc.api.jmap.ListedPlan;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.Query.Condition;
import svc.api.jmap.Query.Filter;
import svc.api.jmap.Query.Group;
import svc.api.store.Facets;

/** {@code Quota/query} (RFC 9425 §4.4): an account has one quota, or none. For one thread. */
final class QuotaPlan extends ListedPlan {

    private final boolean byUse;

    private QuotaPlan(Optional<Long> found, boolean byUse) {
        super(found.stream().mapToLong(Long::longValue).toArray());
        this.byUse = byUse;
    }

    /**
     * The quota of the account.
     *
     * @param types those of its types that show to the request
     */
    record Candidate(long n, List<String> types) {}

    static QuotaPlan of(Query query, Optional<Candidate> quota) {
        // Also where there is none, what is wrong is told.
        query.filter().ifPresent(filter -> matches(filter, List.of()));
        query.sort().forEach(QuotaPlan::check);
        return new QuotaPlan(
                quota.filter(one -> !one.types().isEmpty())
                        .filter(one -> query.filter()
                                .map(filter -> matches(filter, one.types()))
                                .orElse(true))
                        .map(Candidate::n),
                query.sort().stream().anyMatch(step -> step.property().equals("used")));
    }

    private static void check(Query.Order step) {
        switch (step.property()) {
            case "name" -> Collation.of(step.collation());
            case "used" -> {}
            default -> throw new MethodError("unsupportedSort", "Quotas are sorted by name and used.");
        }
    }

    /** All conditions are looked at, so that none is wrong unnoticed. */
    private static boolean matches(Filter filter, List<String> types) {
        if (filter instanceof Condition condition) {
            return condition.members().entrySet().stream()
                            .filter(member -> !matches(member.getKey(), member.getValue(), types))
                            .count()
                    == 0;
        }
        Group group = (Group) filter;
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
                        "unsupportedFilter", "The conditions of quotas are name, scope, resourceType and type.");
        };
    }

    private static String text(String name, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw MethodError.invalidArguments("The value of the condition " + name + " must be a text.");
    }

    @Override
    public Map<String, Facets> reads() {
        return Map.of(Quota.TYPE, byUse ? Facets.of(0, 1) : Quota.CORE);
    }
}
