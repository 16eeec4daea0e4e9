package svc.cap.mail.query;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import svc.api.store.Sql;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.ListBlockRows;
import svc.cap.mail.table.ListDeltas;

/**
 * Scans an access path in batches and keeps the emails that match the rest of the filter. If the path has the order of
 * the results, the scan stops at the requested position. Otherwise all matches are sorted. Not thread-safe.
 */
final class FilteredScanPlan extends EmailQueryPlan {

    /** The maximum length of a scan that is repeated for every change. A longer scan would be too expensive. */
    private static final int FARTHEST = 50_000;

    private static final int FIRST_STEP = 64;
    private static final int LONGEST_STEP = 512;

    private final TextMatches texts;
    private final Runnable checkpoint;
    private final AccessPath path;
    private final EmailCursor cursor;
    private final boolean surelyStored;
    private final List<Long> found = new ArrayList<>();
    private final Map<Long, Integer> ranks = new HashMap<>();
    private final Set<Long> threads = new HashSet<>();
    private int step = FIRST_STEP;
    private boolean finished;

    /**
     * Chooses the access path.
     *
     * @param texts the matches of the text conditions, which the plan closes; if the constructor throws, the caller
     *     must close them
     */
    FilteredScanPlan(Sql sql, Criteria criteria, TextMatches texts, Runnable checkpoint) {
        super(sql, criteria);
        this.texts = texts;
        this.checkpoint = checkpoint;
        this.path = AccessPath.of(sql, criteria.filter(), texts, checkpoint);
        this.cursor = path.openCursor().apply(criteria.order().isAscending());
        this.surelyStored = !criteria.filter().has(EmailFilter.Text.class)
                || AccessPath.conjuncts(criteria.filter()).stream().anyMatch(EmailFilter.InMailbox.class::isInstance);
    }

    @Override
    public long[] ids(int from, int limit) {
        long end = (long) from + limit;
        findUntil(() -> found.size() >= end);
        int last = (int) Math.min(found.size(), end);
        return from >= last
                ? new long[0]
                : found.subList(from, last).stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public int total() {
        findUntil(() -> false);
        return found.size();
    }

    @Override
    public OptionalInt position(long n) {
        if (new Candidates(sql(), texts, criteria().visible(), List.of(n))
                .rows(criteria().filter())
                .isEmpty()) {
            return OptionalInt.empty();
        }
        findUntil(() -> ranks.containsKey(n));
        Integer rank = ranks.get(n);
        return rank == null ? OptionalInt.empty() : OptionalInt.of(rank);
    }

    @Override
    public OptionalInt rankOf(long thread) {
        List<Long> members = EmailRows.members(sql(), List.of(thread)).stream()
                .map(member -> member.key().n())
                .toList();
        Set<Long> matching = new Candidates(sql(), texts, criteria().visible(), members)
                .rows(criteria().filter())
                .keySet();
        if (matching.isEmpty()) {
            return OptionalInt.empty();
        }
        findUntil(() -> threads.contains(thread));
        return matching.stream()
                .filter(ranks::containsKey)
                .mapToInt(n -> requireNonNull(ranks.get(n)))
                .findFirst();
    }

    /**
     * Returns false if the scan is long. Also returns false while the search index does not cover all emails, because
     * the results of the query change when the index covers more emails.
     */
    @Override
    public boolean hasCheapPositions() {
        long messages = path.messages() == Long.MAX_VALUE
                ? ListBlockRows.total(sql(), ListDeltas.emails(ListDeltas.ACCOUNT))
                : path.messages();
        return messages <= FARTHEST && texts.isExact(criteria().filter());
    }

    /** Scans until the condition holds or the path ends. */
    private void findUntil(BooleanSupplier condition) {
        if (!criteria().order().byReceived()) {
            sortAll();
            return;
        }
        while (!finished && !condition.getAsBoolean()) {
            step();
        }
    }

    /**
     * Processes one batch. The rows of the emails are not read if all emails of the path exist. A search index that is
     * being built can return destroyed emails; the rows of a mailbox contain only existing emails.
     */
    private void step() {
        if (surelyStored && !criteria().collapse()) {
            List<Long> portion = nextBatch();
            Set<Long> matching = new Candidates(sql(), texts, criteria().visible(), portion).matching(path.rest());
            portion.stream().filter(matching::contains).forEach(this::take);
        } else {
            next().forEach(this::take);
        }
    }

    private void sortAll() {
        if (finished) {
            return;
        }
        List<EmailRows.Email> all = new ArrayList<>();
        while (!finished) {
            all.addAll(next());
        }
        criteria().order().sorted(sql(), criteria().visible(), all).forEach(this::take);
    }

    /** Returns the next batch of the path. */
    private List<Long> nextBatch() {
        checkpoint.run();
        List<Long> portion = cursor.next(step);
        step = Math.min(step * 2, LONGEST_STEP);
        finished = portion.isEmpty();
        return portion;
    }

    /** Returns the emails of the next batch that match, in the order of the path. */
    private List<EmailRows.Email> next() {
        List<Long> portion = nextBatch();
        Map<Long, EmailRows.Email> matching =
                new Candidates(sql(), texts, criteria().visible(), portion).rows(path.rest());
        return portion.stream().filter(matching::containsKey).map(matching::get).toList();
    }

    private void take(EmailRows.Email row) {
        if (!criteria().collapse() || threads.add(row.thread())) {
            take(row.n());
        }
    }

    private void take(long n) {
        ranks.put(n, found.size());
        found.add(n);
    }

    @Override
    public void close() {
        texts.close();
    }
}
