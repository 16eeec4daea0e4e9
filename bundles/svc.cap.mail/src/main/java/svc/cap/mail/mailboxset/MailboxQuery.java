package svc.cap.mail.mailboxset;

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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.InMemoryQueryPlan;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.store.Facets;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.MailboxConditions;
import svc.cap.mail.mailbox.MailboxView;

/**
 * {@code Mailbox/query} (RFC 8621 §2.3). It evaluates all mailboxes in memory, because an account has only few
 * mailboxes. Not thread-safe.
 */
final class MailboxQuery extends InMemoryQueryPlan {

    private final boolean tree;

    private MailboxQuery(long[] found, boolean tree) {
        super(found);
        this.tree = tree;
    }

    static MailboxQuery of(List<Mailbox> all, MailboxView view, Query query) {
        boolean sortAsTree = query.context().flag(MailboxSource.SORT_AS_TREE);
        boolean filterAsTree = query.context().flag(MailboxSource.FILTER_AS_TREE);
        List<Mailbox> sorted = new ArrayList<>(all);
        sorted.sort(order(query.sort()));
        List<Mailbox> ordered = sortAsTree ? asTree(sorted) : sorted;
        Predicate<Mailbox> filter = new MailboxConditions(view).predicate(query.filter());
        Set<Long> matching = new HashSet<>();
        for (Mailbox mailbox : ordered) {
            if (filter.test(mailbox)) {
                matching.add(mailbox.n());
            }
        }
        Set<Long> kept = filterAsTree ? withAncestors(all, matching) : matching;
        long[] found =
                ordered.stream().mapToLong(Mailbox::n).filter(kept::contains).toArray();
        return new MailboxQuery(found, sortAsTree || filterAsTree);
    }

    private static Comparator<Mailbox> order(List<SortComparator> sort) {
        Comparator<Mailbox> order = (unused, unusedToo) -> 0;
        for (SortComparator step : sort) {
            Comparator<Mailbox> by = comparator(step);
            order = order.thenComparing(step.ascending() ? by : by.reversed());
        }
        return order.thenComparingLong(Mailbox::n);
    }

    private static Comparator<Mailbox> comparator(SortComparator step) {
        return switch (step.property()) {
            case "sortOrder" ->
                Comparator.comparingInt(mailbox -> mailbox.core().sort());
            case "name" -> {
                Collation collation = Collation.of(step.collation());
                yield Comparator.comparing(
                        mailbox -> collation.key(mailbox.core().name()));
            }
            default ->
                throw new MethodError(
                        "unsupportedSort",
                        "Mailboxes can be sorted by sortOrder and name only, not by \"" + step.property() + "\".");
        };
    }

    /** Returns the mailboxes with each parent before its children. Siblings keep their order. */
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

    /** Returns the matching mailboxes whose ancestors all match as well. */
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

    /**
     * If the query sorts or filters as a tree, returns all mailboxes of the results, because a change of one mailbox
     * can move, add or remove its descendants.
     */
    @Override
    public Optional<Set<Long>> affectedBy(String type, Collection<Long> changed) {
        return tree
                ? Optional.of(Arrays.stream(ids(0, total())).boxed().collect(Collectors.toSet()))
                : Optional.empty();
    }

    @Override
    public Map<String, Facets> dependencies() {
        return Map.of(Mailbox.TYPE, Mailbox.CORE);
    }
}
