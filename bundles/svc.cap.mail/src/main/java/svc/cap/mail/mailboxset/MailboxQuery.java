package svc.cap.mail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.jmap.Collation;
import svc.api.jmap.ListedPlan;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.Query.Order;
import svc.api.store.Facets;

/** {@code Mailbox/query} (RFC 8621 §2.3): an account has few mailboxes, so all are looked at. For one thread. */
final class MailboxPlan extends ListedPlan {

    private final boolean tree;

    private MailboxPlan(long[] found, boolean tree) {
        super(found);
        this.tree = tree;
    }

    static MailboxPlan of(List<Mailbox> all, MailboxView view, Query query) {
        boolean sortAsTree = truth(query, MailboxSource.SORT_AS_TREE);
        boolean filterAsTree = truth(query, MailboxSource.FILTER_AS_TREE);
        List<Mailbox> sorted = new ArrayList<>(all);
        sorted.sort(order(query.sort()));
        List<Mailbox> ordered = sortAsTree ? asTree(sorted) : sorted;
        MailboxConditions conditions = new MailboxConditions(view);
        conditions.check(query.filter());
        Set<Long> matching = new HashSet<>();
        for (Mailbox mailbox : ordered) {
            if (Filters.matches(query.filter(), condition -> conditions.test(mailbox, condition))) {
                matching.add(mailbox.n());
            }
        }
        Set<Long> kept = filterAsTree ? withAncestors(all, matching) : matching;
        long[] found =
                ordered.stream().mapToLong(Mailbox::n).filter(kept::contains).toArray();
        return new MailboxPlan(found, sortAsTree || filterAsTree);
    }

    private static boolean truth(Query query, String argument) {
        Object value = query.more().get(argument);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw MethodError.invalidArguments("The argument " + argument + " must be true or false.");
    }

    private static Comparator<Mailbox> order(List<Order> sort) {
        Comparator<Mailbox> order = (unused, unusedToo) -> 0;
        for (Order step : sort) {
            Comparator<Mailbox> by = by(step);
            order = order.thenComparing(step.ascending() ? by : by.reversed());
        }
        return order.thenComparingLong(Mailbox::n);
    }

    private static Comparator<Mailbox> by(Order step) {
        return switch (step.property()) {
            case "sortOrder" ->
                Comparator.comparingInt(mailbox -> mailbox.core().sort());
            case "name" -> {
                Collation collation = Collation.of(step.collation());
                yield Comparator.comparing(
                        mailbox -> collation.key(mailbox.core().name()));
            }
            default -> throw new MethodError("unsupportedSort", "Mailboxes are sorted by sortOrder and name.");
        };
    }

    /** Each mailbox before those under it; those of one parent in their order. */
    private static List<Mailbox> asTree(List<Mailbox> sorted) {
        Map<Long, List<Mailbox>> children = new LinkedHashMap<>();
        sorted.forEach(mailbox -> children.computeIfAbsent(mailbox.core().parent(), n -> new ArrayList<>())
                .add(mailbox));
        List<Mailbox> ordered = new ArrayList<>(sorted.size());
        descend(Mailbox.TOP, children, ordered);
        return ordered;
    }

    private static void descend(long parent, Map<Long, List<Mailbox>> children, List<Mailbox> ordered) {
        for (Mailbox mailbox : children.getOrDefault(parent, List.of())) {
            ordered.add(mailbox);
            descend(mailbox.n(), children, ordered);
        }
    }

    /** Those of which all ancestors match as well. */
    private static Set<Long> withAncestors(List<Mailbox> all, Set<Long> matching) {
        Map<Long, Long> parents = new HashMap<>();
        all.forEach(mailbox -> parents.put(mailbox.n(), mailbox.core().parent()));
        Set<Long> kept = new HashSet<>();
        for (long n : matching) {
            long at = n;
            while (at != Mailbox.TOP && matching.contains(at)) {
                at = parents.getOrDefault(at, Mailbox.TOP);
            }
            if (at == Mailbox.TOP) {
                kept.add(n);
            }
        }
        return kept;
    }

    /** In a tree a mailbox takes those under it along: there everything may stand elsewhere. */
    @Override
    public Optional<Set<Long>> touched(String type, Collection<Long> changed) {
        return tree
                ? Optional.of(Arrays.stream(ids(0, total())).boxed().collect(Collectors.toSet()))
                : Optional.empty();
    }

    @Override
    public Map<String, Facets> reads() {
        return Map.of(Mailbox.TYPE, Mailbox.CORE);
    }
}
