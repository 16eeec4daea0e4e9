package svc.cap.principals;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.MethodError;
import svc.api.jmap.ValueReader;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.InMemoryQueryPlan;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.store.Facets;
import svc.api.store.Snapshot;

/** The plan of a query of principals (RFC 9670 §2.4). It reads all principals of the tenant. */
final class PrincipalPlan extends InMemoryQueryPlan {

    private static final SortComparator BY_NAME = new SortComparator("name", true, Optional.empty(), Map.of());

    private static final int LONGEST_SHOWN = 60;

    private PrincipalPlan(long[] found) {
        super(found);
    }

    /**
     * Plans a query.
     *
     * @param accessible the accounts that the caller can access
     */
    static PrincipalPlan of(Snapshot snapshot, Query query, List<AccessibleAccount> accessible) {
        Predicate<Principal> filter = query.filter()
                .map(wanted -> wanted.<Principal>toPredicate((name, value) -> condition(name, value, accessible)))
                .orElse(principal -> true);
        Comparator<Principal> order = order(query.sort().isEmpty() ? List.of(BY_NAME) : query.sort());
        return new PrincipalPlan(PrincipalRows.all(snapshot.sql()).stream()
                .peek(principal -> query.checkDeadline().run())
                .filter(filter)
                .sorted(order)
                .mapToLong(Principal::n)
                .toArray());
    }

    private static Predicate<Principal> condition(
            String name, @Nullable Object value, List<AccessibleAccount> accessible) {
        return switch (name) {
            case "accountIds" -> {
                Set<String> ids = new HashSet<>(ValueReader.CONDITIONS.strings(name, value));
                Set<Long> owners = new HashSet<>();
                accessible.stream()
                        .filter(account -> ids.contains(account.id()))
                        .forEach(account -> owners.add(account.account().n()));
                yield principal -> owners.contains(principal.n());
            }
            case "name" -> contains(name, value, principal -> List.of(principal.name()));
            case "email" -> contains(name, value, principal -> present(principal.email()));
            case "text" -> contains(name, value, PrincipalPlan::texts);
            case "type" -> {
                String wanted = ValueReader.CONDITIONS.string(name, value);
                yield principal -> principal.kind().word().equals(wanted);
            }
            case "timeZone" -> {
                String wanted = ValueReader.CONDITIONS.string(name, value);
                yield principal -> wanted.equals(principal.timeZone());
            }
            default -> throw FilterCondition.unsupported(PrincipalSource.TYPE, name);
        };
    }

    private static List<String> present(@Nullable String text) {
        return text == null ? List.of() : List.of(text);
    }

    private static List<String> texts(Principal principal) {
        return Stream.of(principal.name(), principal.email(), principal.description())
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .toList();
    }

    private static Predicate<Principal> contains(
            String name, @Nullable Object value, Function<Principal, List<String>> texts) {
        String part = Collation.folded(ValueReader.CONDITIONS.string(name, value));
        return principal -> texts.apply(principal).stream()
                .anyMatch(text -> Collation.folded(text).contains(part));
    }

    private static Comparator<Principal> order(List<SortComparator> sort) {
        Comparator<Principal> order = (unused, unusedToo) -> 0;
        for (SortComparator part : sort) {
            if (!part.extraArguments().isEmpty()) {
                throw unsupported(part.property());
            }
            Collation collation = Collation.of(part.collation());
            Function<Principal, @Nullable String> property = property(part.property());
            Map<Long, String> keys = new HashMap<>();
            Comparator<Principal> next = Comparator.comparing(principal -> keys.computeIfAbsent(
                    principal.n(), n -> collation.key(Objects.requireNonNullElse(property.apply(principal), ""))));
            order = order.thenComparing(part.ascending() ? next : next.reversed());
        }
        return order.thenComparing(Principal::n);
    }

    private static Function<Principal, @Nullable String> property(String name) {
        return switch (name) {
            case "name" -> Principal::name;
            case "email" -> Principal::email;
            case "type" -> principal -> principal.kind().word();
            case "timeZone" -> Principal::timeZone;
            default -> throw unsupported(name);
        };
    }

    private static MethodError unsupported(String property) {
        String shown = property.replaceAll("\\p{Cntrl}", "?");
        return new MethodError(
                "unsupportedSort",
                "Principals cannot be sorted by " + shown.substring(0, Math.min(shown.length(), LONGEST_SHOWN))
                        + ". Use name, email, type or timeZone.");
    }

    @Override
    public Map<String, Facets> dependencies() {
        return Map.of(PrincipalSource.TYPE, Facets.ALL);
    }
}
