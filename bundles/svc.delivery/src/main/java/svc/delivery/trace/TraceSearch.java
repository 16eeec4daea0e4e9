package svc.delivery.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.Store;

/** Finds the events of mail transactions that meet criteria, the newest transaction first. Used once. */
final class TraceSearch {

    /** The number of rows that one query reads. */
    private static final int PORTION = 200;

    /** The maximum number of rows that one search reads to find matching ones. */
    private static final int MOST_ROWS = 20_000;

    /** The number of events after which a page ends. */
    private static final int MOST_EVENTS = 2_000;

    /** The longest time for which a row was buffered before it got its number. */
    private static final Duration BUFFERED = Duration.ofMinutes(10);

    private final Store store;
    private final Directory directory;
    private final TraceCriteria criteria;
    private final @Nullable String tenant;
    private final Map<Long, String> tenants = new HashMap<>();
    private final List<List<TraceRow>> found = new ArrayList<>();
    private int events;

    /**
     * Creates a search.
     *
     * @param tenant the id of the tenant whose events are found; null for all
     */
    TraceSearch(Store store, Directory directory, TraceCriteria criteria, @Nullable String tenant) {
        this.store = store;
        this.directory = directory;
        this.criteria = criteria;
        this.tenant = tenant;
    }

    /**
     * The result of a search.
     *
     * @param transactions the events of each transaction, the oldest first
     * @param next the number before which the next page begins; 0 on the last page
     */
    record Result(List<List<TraceRow>> transactions, long next) {}

    /**
     * Returns a page.
     *
     * @param cursor the number before which the page begins; 0 for the first page
     */
    Result page(long cursor, int limit) {
        // The number of a buffered event is greater than that of a later event, but not of one that is much later.
        long after = bound(criteria.since(), (sql, time) -> TraceRows.lastBefore(sql, time.minus(BUFFERED)), 0);
        long before =
                bound(criteria.until(), (sql, time) -> TraceRows.firstSince(sql, time.plus(BUFFERED)), Long.MAX_VALUE);
        long next = cursor == 0 ? before : Math.min(cursor, before);
        for (int read = 0; read < MOST_ROWS; read += PORTION) {
            long end = next;
            List<TraceRow> rows =
                    read(sql -> TraceRows.find(sql, criteria.by(), criteria.value(), after, end, PORTION));
            for (TraceRow row : rows) {
                if (found.size() >= limit || events >= MOST_EVENTS) {
                    return new Result(found, next);
                }
                next = row.n();
                if (isVisible(row) && criteria.matches(row)) {
                    add(row);
                }
            }
            if (rows.size() < PORTION) {
                return new Result(found, 0);
            }
        }
        return new Result(found, next);
    }

    /** Returns the number that a lookup finds for a time; the default without a time, or if there is none. */
    private long bound(@Nullable Instant time, BiFunction<Sql, Instant, Optional<Long>> lookup, long otherwise) {
        return time == null ? otherwise : read(sql -> lookup.apply(sql, time)).orElse(otherwise);
    }

    private <R> R read(Function<Sql, R> query) {
        return store.read(Scope.system(), snapshot -> query.apply(snapshot.sql()));
    }

    /** Adds the transaction of an event, unless a newer event of it was found. */
    private void add(TraceRow row) {
        List<TraceRow> rows = read(sql -> TraceRows.of(sql, row.id(), MOST_EVENTS)).stream()
                .filter(this::isVisible)
                .toList();
        boolean isNewest = rows.stream().noneMatch(other -> other.n() > row.n() && criteria.matches(other));
        if (isNewest) {
            found.add(rows);
            events += rows.size();
        }
    }

    private boolean isVisible(TraceRow row) {
        return tenant == null || tenant.equals(tenant(row));
    }

    private @Nullable String tenant(TraceRow row) {
        if (row.tenant() != null || row.account() == 0) {
            return row.tenant();
        }
        String known = tenants.computeIfAbsent(
                row.account(),
                n -> directory.account(n).map(Account::organization).orElse(""));
        return Objects.requireNonNull(known);
    }
}
