package svc.cap.mail;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import svc.api.jmap.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.Sql;

/** The way to answer one {@code Email/query}, and what the results depend on. For one thread. */
abstract sealed class EmailPlan implements QueryPlan permits ListPlan, FoundPlan {

    private final Sql sql;
    private final Wish wish;

    EmailPlan(Sql sql, Wish wish) {
        this.sql = sql;
        this.wish = wish;
    }

    /**
     * What a client looks for.
     *
     * @param clause the filter
     * @param order the sort
     * @param collapse whether a thread stands in the results only once
     */
    record Wish(Clause clause, EmailOrder order, boolean collapse) {

        /** Whether the place of a message depends on others of its thread. */
        boolean threads() {
            return collapse || clause.has(Clause.InThread.class) || order.threads();
        }

        boolean flags() {
            return clause.has(Clause.Has.class) || clause.has(Clause.InThread.class) || order.flags();
        }

        boolean places() {
            return clause.has(Clause.InMailbox.class) || clause.has(Clause.Elsewhere.class);
        }
    }

    Sql sql() {
        return sql;
    }

    Wish wish() {
        return wish;
    }

    /** The position of the message that stands for a thread in results where each thread stands only once. */
    abstract OptionalInt rankOf(long thread);

    @Override
    public Map<String, Facets> reads() {
        int bits = (wish.flags() ? Email.FLAGS.bits() : 0) | (wish.places() || !wish.flags() ? Email.PLACE.bits() : 0);
        Map<String, Facets> reads = new HashMap<>();
        reads.put(Email.TYPE, new Facets(bits));
        if (wish.threads()) {
            reads.put(MailThread.TYPE, Facets.ALL);
        }
        return reads;
    }

    /** Nothing but what never changes decides. */
    @Override
    public boolean fixed() {
        return !wish.threads() && !wish.flags() && !wish.places();
    }

    @Override
    public Optional<Set<Long>> touched(String type, Collection<Long> changed) {
        if (!wish.threads()) {
            return Optional.empty();
        }
        Set<Long> threads = new HashSet<>(changed);
        if (type.equals(Email.TYPE)) {
            threads.clear();
            EmailRows.among(sql, changed).values().forEach(row -> threads.add(row.thread()));
        }
        Set<Long> emails = new HashSet<>();
        EmailRows.members(sql, threads)
                .forEach(member -> emails.add(member.key().n()));
        return Optional.of(emails);
    }
}
