package svc.cap.mail.query;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import svc.api.jmap.query.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.Sql;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.table.EmailRows;

/** The plan of one {@code Email/query}, with the data that its results depend on. Not thread-safe. */
public abstract sealed class EmailQueryPlan implements QueryPlan permits OrderedListPlan, FilteredScanPlan {

    private final Sql sql;
    private final Criteria criteria;

    EmailQueryPlan(Sql sql, Criteria criteria) {
        this.sql = sql;
        this.criteria = criteria;
    }

    /**
     * The criteria of a query.
     *
     * @param filter the filter
     * @param order the sort
     * @param collapse whether the results contain only one email of each thread
     * @param visible the mailboxes that the caller sees
     */
    record Criteria(EmailFilter filter, EmailSort order, boolean collapse, VisibleContainers visible) {

        /** Returns whether the position of an email depends on other emails of its thread. */
        boolean threads() {
            return collapse || filter.has(EmailFilter.InThread.class) || order.threads();
        }

        boolean flags() {
            return filter.has(EmailFilter.HasKeyword.class) || filter.has(EmailFilter.InThread.class) || order.flags();
        }

        boolean places() {
            return !visible.isAll()
                    || filter.has(EmailFilter.InMailbox.class)
                    || filter.has(EmailFilter.InMailboxOtherThan.class);
        }
    }

    Sql sql() {
        return sql;
    }

    Criteria criteria() {
        return criteria;
    }

    /** Returns the position of the email that represents a thread in collapsed results. */
    public abstract OptionalInt rankOf(long thread);

    @Override
    public Map<String, Facets> dependencies() {
        int bits = (criteria.flags() ? EmailType.FLAGS.bits() : 0)
                | (criteria.places() || !criteria.flags() ? EmailType.PLACE.bits() : 0);
        Map<String, Facets> reads = new HashMap<>();
        reads.put(EmailType.TYPE, new Facets(bits));
        if (criteria.threads()) {
            reads.put(ThreadType.TYPE, Facets.ALL);
        }
        return reads;
    }

    /** Returns whether all properties on which the results depend are immutable. */
    @Override
    public boolean isStable() {
        return !criteria.threads() && !criteria.flags() && !criteria.places();
    }

    @Override
    public Optional<Set<Long>> affectedBy(String type, Collection<Long> changed) {
        if (!criteria.threads()) {
            return Optional.empty();
        }
        Set<Long> threads = new HashSet<>(changed);
        if (type.equals(EmailType.TYPE)) {
            threads.clear();
            EmailRows.find(sql, changed).values().forEach(row -> threads.add(row.thread()));
        }
        Set<Long> emails = new HashSet<>();
        EmailRows.members(sql, threads)
                .forEach(member -> emails.add(member.key().n()));
        return Optional.of(emails);
    }
}
