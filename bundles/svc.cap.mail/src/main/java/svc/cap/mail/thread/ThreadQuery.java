package svc.cap.mail;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import svc.api.jmap.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.Sql;

/**
 * {@code Thread/query}: the threads with a message that {@code Email/query} finds, each where the first such message stands. For one
 * thread.
 */
final class ThreadPlan implements QueryPlan {

    private final Sql sql;
    private final EmailPlan emails;

    /**
     * By what is found of messages.
     *
     * @param emails finds one message of a thread
     */
    ThreadPlan(Sql sql, EmailPlan emails) {
        this.sql = sql;
        this.emails = emails;
    }

    @Override
    public long[] ids(int from, int limit) {
        long[] found = emails.ids(from, limit);
        Map<Long, EmailRows.Email> rows =
                EmailRows.among(sql, Arrays.stream(found).boxed().toList());
        return Arrays.stream(found)
                .mapToObj(rows::get)
                .filter(row -> row != null)
                .mapToLong(EmailRows.Email::thread)
                .toArray();
    }

    @Override
    public int total() {
        return emails.total();
    }

    @Override
    public OptionalInt rank(long thread) {
        return emails.rankOf(thread);
    }

    @Override
    public boolean ranks() {
        return emails.ranks();
    }

    /** Messages that changed take their threads along; those that are no more do so by the change of their thread. */
    @Override
    public Optional<Set<Long>> touched(String type, Collection<Long> changed) {
        if (!type.equals(Email.TYPE)) {
            return Optional.empty();
        }
        Set<Long> threads = new HashSet<>();
        EmailRows.among(sql, List.copyOf(changed)).values().forEach(row -> threads.add(row.thread()));
        return Optional.of(threads);
    }

    @Override
    public Map<String, Facets> reads() {
        return emails.reads();
    }
}
