package svc.cap.mail.thread;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import svc.api.jmap.query.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.Sql;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.query.EmailQueryPlan;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.EmailRows.Email;

/**
 * {@code Thread/query}: finds the threads of the emails that {@code Email/query} finds. The position of a thread is
 * that of its first email in those results. Not thread-safe.
 */
final class ThreadQuery implements QueryPlan {

    private final Sql sql;
    private final EmailQueryPlan emails;

    /**
     * Creates the query.
     *
     * @param emails a plan that finds one email of each thread
     */
    ThreadQuery(Sql sql, EmailQueryPlan emails) {
        this.sql = sql;
        this.emails = emails;
    }

    @Override
    public long[] ids(int from, int limit) {
        long[] found = emails.ids(from, limit);
        Map<Long, Email> rows = EmailRows.find(sql, Arrays.stream(found).boxed().toList());
        return Arrays.stream(found)
                .mapToObj(rows::get)
                .filter(row -> row != null)
                .mapToLong(Email::thread)
                .toArray();
    }

    @Override
    public int total() {
        return emails.total();
    }

    @Override
    public OptionalInt position(long thread) {
        return emails.rankOf(thread);
    }

    @Override
    public boolean hasCheapPositions() {
        return emails.hasCheapPositions();
    }

    /** Returns the threads of the changed emails. A destroyed email is covered by the change of its thread. */
    @Override
    public Optional<Set<Long>> affectedBy(String type, Collection<Long> changed) {
        if (!type.equals(EmailType.TYPE)) {
            return Optional.empty();
        }
        Set<Long> threads = new HashSet<>();
        EmailRows.find(sql, List.copyOf(changed)).values().forEach(row -> threads.add(row.thread()));
        return Optional.of(threads);
    }

    @Override
    public Map<String, Facets> dependencies() {
        return emails.dependencies();
    }

    @Override
    public void close() {
        emails.close();
    }
}
