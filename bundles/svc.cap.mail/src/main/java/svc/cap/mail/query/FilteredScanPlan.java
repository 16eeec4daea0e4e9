package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import svc.api.store.Sql;

/**
 * A query whose results are looked for: a walk past all that can be results, some hundred at a time. Where the walk has the order
 * of the results, it goes no farther than somebody asks; else what was found is sorted. For one thread.
 */
final class FoundPlan extends EmailPlan {

    /** What leads past more messages costs too much to be worked out for every change. */
    private static final int FARTHEST = 50_000;

    private static final int FIRST_STEP = 64;
    private static final int LONGEST_STEP = 512;

    private final TextAnswers texts;
    private final Runnable pace;
    private final Driver driver;
    private final Walk walk;
    private final boolean surelyStored;
    private final List<Long> found = new ArrayList<>();
    private final Map<Long, Integer> ranks = new HashMap<>();
    private final Set<Long> threads = new HashSet<>();
    private int step = FIRST_STEP;
    private boolean over;

    FoundPlan(Sql sql, Wish wish, TextAnswers texts, Runnable pace) {
        super(sql, wish);
        this.texts = texts;
        this.pace = pace;
        this.driver = Driver.of(sql, wish.clause(), texts, pace);
        this.walk = driver.walk().apply(wish.order().rising());
        this.surelyStored = !wish.clause().has(Clause.Text.class)
                || Driver.conjuncts(wish.clause()).stream().anyMatch(Clause.InMailbox.class::isInstance);
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
    public OptionalInt rank(long n) {
        if (new Candidates(sql(), texts, List.of(n)).rows(wish().clause()).isEmpty()) {
            return OptionalInt.empty();
        }
        findUntil(() -> ranks.containsKey(n));
        Integer rank = ranks.get(n);
        return rank == null ? OptionalInt.empty() : OptionalInt.of(rank);
    }

    @Override
    OptionalInt rankOf(long thread) {
        List<Long> members = EmailRows.members(sql(), List.of(thread)).stream()
                .map(member -> member.key().n())
                .toList();
        Set<Long> matching =
                new Candidates(sql(), texts, members).rows(wish().clause()).keySet();
        if (matching.isEmpty()) {
            return OptionalInt.empty();
        }
        findUntil(() -> threads.contains(thread));
        return matching.stream()
                .filter(ranks::containsKey)
                .mapToInt(n -> requireNonNull(ranks.get(n)))
                .findFirst();
    }

    /** As long as the index does not know all messages, the same query will soon have other results. */
    @Override
    public boolean ranks() {
        long messages = driver.messages() == Long.MAX_VALUE ? all() : driver.messages();
        return messages <= FARTHEST && texts.whole(wish().clause());
    }

    private int all() {
        return BlockRows.all(sql(), ListMoves.emails(ListMoves.ACCOUNT)).stream()
                .mapToInt(BlockRows.Block::entries)
                .sum();
    }

    /** Says when to stop. */
    private interface Enough {
        boolean reached();
    }

    private void findUntil(Enough enough) {
        if (!wish().order().byReceived()) {
            sortAll();
            return;
        }
        while (!over && !enough.reached()) {
            step();
        }
    }

    /** An index that is being built may name messages that are no more; what stands in a mailbox is there. */
    private void step() {
        if (surelyStored && !wish().collapse()) {
            List<Long> some = further();
            Set<Long> matching = new Candidates(sql(), texts, some).matching(driver.rest());
            some.stream().filter(matching::contains).forEach(this::take);
        } else {
            next().forEach(this::take);
        }
    }

    private void sortAll() {
        if (over) {
            return;
        }
        List<EmailRows.Email> all = new ArrayList<>();
        while (!over) {
            all.addAll(next());
        }
        wish().order().sorted(sql(), all).forEach(this::take);
    }

    /** The next ones on the way. */
    private List<Long> further() {
        pace.run();
        List<Long> some = walk.next(step);
        step = Math.min(step * 2, LONGEST_STEP);
        over = some.isEmpty();
        return some;
    }

    /** The next ones that match, in the order of the walk. */
    private List<EmailRows.Email> next() {
        List<Long> some = further();
        Map<Long, EmailRows.Email> matching = new Candidates(sql(), texts, some).rows(driver.rest());
        return some.stream().filter(matching::containsKey).map(matching::get).toList();
    }

    private void take(EmailRows.Email row) {
        if (!wish().collapse() || threads.add(row.thread())) {
            take(row.n());
        }
    }

    private void take(long n) {
        ranks.put(n, found.size());
        found.add(n);
    }
}
