package svc.cap.mail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import svc.api.jmap.Collation;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query.Order;
import svc.api.store.Sql;

/**
 * A sort of messages (RFC 8621 §4.4.2). Without one the newest come first.
 *
 * @param steps what is compared, one after another
 */
record EmailOrder(List<Step> steps) {

    private static final int AT_ONCE = 512;

    /**
     * A step.
     *
     * @param by what is compared
     * @param ascending the smallest first
     * @param collation the rule for texts
     * @param keyword the keyword for those that look at one
     */
    record Step(By by, boolean ascending, Collation collation, String keyword) {}

    /** What can be compared. */
    enum By {
        RECEIVED("receivedAt"),
        SIZE("size"),
        SENT("sentAt"),
        FROM("from"),
        TO("to"),
        SUBJECT("subject"),
        KEYWORD("hasKeyword"),
        ALL_IN_THREAD("allInThreadHaveKeyword"),
        SOME_IN_THREAD("someInThreadHaveKeyword");

        private final String word;

        By(String word) {
            this.word = word;
        }

        boolean keyword() {
            return compareTo(KEYWORD) >= 0;
        }

        boolean thread() {
            return compareTo(ALL_IN_THREAD) >= 0;
        }
    }

    static EmailOrder of(List<Order> sort, SecondSurface surface) {
        if (sort.isEmpty()) {
            return new EmailOrder(List.of(new Step(By.RECEIVED, false, Collation.UNICODE_CASEMAP, "")));
        }
        List<Step> steps = new ArrayList<>();
        for (Order order : sort) {
            if (order.property().equals(SecondSurface.PINNED) && surface.others()) {
                steps.add(new Step(By.KEYWORD, order.ascending(), Collation.UNICODE_CASEMAP, SecondSurface.PIN));
                continue;
            }
            By by = by(order.property());
            Object keyword = order.more().get("keyword");
            if (by.keyword() && !(keyword instanceof String)) {
                throw MethodError.invalidArguments("A sort by " + order.property() + " has a keyword.");
            }
            steps.add(new Step(
                    by,
                    order.ascending(),
                    Collation.of(order.collation()),
                    keyword instanceof String text ? LabelWord.none(text.toLowerCase(Locale.ROOT)) : ""));
        }
        return new EmailOrder(steps);
    }

    private static By by(String property) {
        for (By by : By.values()) {
            if (by.word.equals(property)) {
                return by;
            }
        }
        throw new MethodError("unsupportedSort", "The session has all the properties by which messages are sorted.");
    }

    /** Whether it is the order in which lists are kept. */
    boolean byReceived() {
        return steps.get(0).by == By.RECEIVED && steps.size() == 1;
    }

    /** Whether the oldest come first, where it is that order. */
    boolean rising() {
        return byReceived() && steps.get(0).ascending;
    }

    boolean threads() {
        return steps.stream().anyMatch(step -> step.by.thread());
    }

    boolean flags() {
        return steps.stream().anyMatch(step -> step.by.keyword());
    }

    /** Messages in this order; those that are alike in everything by number. */
    List<EmailRows.Email> sorted(Sql sql, List<EmailRows.Email> rows) {
        Comparator<EmailRows.Email> order = (unused, unusedToo) -> 0;
        for (Step step : steps) {
            Comparator<EmailRows.Email> by = comparator(sql, rows, step);
            order = order.thenComparing(step.ascending ? by : by.reversed());
        }
        List<EmailRows.Email> sorted = new ArrayList<>(rows);
        sorted.sort(order.thenComparingLong(EmailRows.Email::n));
        return sorted;
    }

    private static Comparator<EmailRows.Email> comparator(Sql sql, List<EmailRows.Email> rows, Step step) {
        return switch (step.by) {
            case RECEIVED -> Comparator.comparingLong(EmailRows.Email::received);
            case SIZE -> Comparator.comparingLong(EmailRows.Email::size);
            case SENT -> Comparator.comparingLong(row -> row.sent() == null ? row.received() : row.sent());
            case FROM -> text(sql, rows, step, OrderRows.Texts::sender);
            case TO -> text(sql, rows, step, OrderRows.Texts::recipient);
            case SUBJECT -> text(sql, rows, step, OrderRows.Texts::subject);
            case KEYWORD, ALL_IN_THREAD, SOME_IN_THREAD -> {
                Set<Long> having = having(sql, rows, step);
                yield Comparator.comparing(row -> having.contains(row.n()));
            }
        };
    }

    /** Of the texts of many messages nothing is kept but what is compared. */
    private static Comparator<EmailRows.Email> text(
            Sql sql, List<EmailRows.Email> rows, Step step, Function<OrderRows.Texts, String> text) {
        Map<Long, String> keys = new HashMap<>();
        for (int i = 0; i < rows.size(); i += AT_ONCE) {
            List<Long> some = rows.subList(i, Math.min(rows.size(), i + AT_ONCE)).stream()
                    .map(EmailRows.Email::n)
                    .toList();
            OrderRows.among(sql, some).forEach((n, texts) -> keys.put(n, step.collation.key(text.apply(texts))));
        }
        return Comparator.comparing(row -> keys.getOrDefault(row.n(), ""));
    }

    private static Set<Long> having(Sql sql, List<EmailRows.Email> rows, Step step) {
        Clause clause = step.by == By.KEYWORD
                ? new Clause.Has(step.keyword)
                : new Clause.InThread(step.keyword, step.by == By.ALL_IN_THREAD);
        Set<Long> having = new HashSet<>();
        for (int i = 0; i < rows.size(); i += AT_ONCE) {
            List<EmailRows.Email> some = rows.subList(i, Math.min(rows.size(), i + AT_ONCE));
            having.addAll(new Candidates(sql, some).matching(clause));
        }
        return having;
    }
}
