package svc.cap.mail.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.store.Sql;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.query.EmailFilter.HasKeyword;
import svc.cap.mail.query.EmailFilter.InThread;
import svc.cap.mail.query.EmailOrderRows.Texts;
import svc.cap.mail.table.EmailRows.Email;
import svc.cap.mail.table.LabelKeyword;

/**
 * The sort of an email query (RFC 8621 §4.4.2). Without a sort, the newest email comes first.
 *
 * @param steps the comparisons, in order
 */
record EmailSort(List<Step> steps) {

    private static final int AT_ONCE = 512;

    /**
     * A comparison.
     *
     * @param by the compared property
     * @param ascending whether the smallest value comes first
     * @param collation the collation of texts
     * @param keyword the keyword, for the properties that need one
     */
    record Step(By by, boolean ascending, Collation collation, String keyword) {}

    /** The sort properties. */
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

    static EmailSort of(List<SortComparator> sort, MailV2Features features) {
        if (sort.isEmpty()) {
            return new EmailSort(List.of(new Step(By.RECEIVED, false, Collation.UNICODE_CASEMAP, "")));
        }
        List<Step> steps = new ArrayList<>();
        for (SortComparator order : sort) {
            if (order.property().equals(MailV2Features.PINNED) && features.others()) {
                steps.add(new Step(By.KEYWORD, order.ascending(), Collation.UNICODE_CASEMAP, MailV2Features.PIN));
                continue;
            }
            By by = sortKey(order.property());
            Object keyword = order.extraArguments().get("keyword");
            if (by.keyword() && !(keyword instanceof String)) {
                throw MethodError.invalidArguments("A sort by " + order.property() + " needs a keyword.");
            }
            steps.add(new Step(
                    by,
                    order.ascending(),
                    Collation.of(order.collation()),
                    keyword instanceof String text ? LabelKeyword.none(text.toLowerCase(Locale.ROOT)) : ""));
        }
        return new EmailSort(steps);
    }

    private static By sortKey(String property) {
        for (By by : By.values()) {
            if (by.word.equals(property)) {
                return by;
            }
        }
        throw new MethodError(
                "unsupportedSort",
                "Emails cannot be sorted by \"" + property + "\"; the session lists the properties.");
    }

    /**
     * Returns whether emails are sorted by receivedAt only, so that the stored email lists of a mailbox or account have
     * this order (forwards or backwards).
     */
    boolean byReceived() {
        return steps.get(0).by == By.RECEIVED && steps.size() == 1;
    }

    /** Returns whether emails are sorted by receivedAt only, the oldest first. */
    boolean isAscending() {
        return byReceived() && steps.get(0).ascending;
    }

    boolean threads() {
        return steps.stream().anyMatch(step -> step.by.thread());
    }

    boolean flags() {
        return steps.stream().anyMatch(step -> step.by.keyword());
    }

    /** Returns rows in this order. Rows that compare as equal are ordered by number. */
    List<Email> sorted(Sql sql, VisibleContainers visible, List<Email> rows) {
        Comparator<Email> order = (unused, unusedToo) -> 0;
        for (Step step : steps) {
            Comparator<Email> by = comparator(sql, visible, rows, step);
            order = order.thenComparing(step.ascending ? by : by.reversed());
        }
        List<Email> sorted = new ArrayList<>(rows);
        sorted.sort(order.thenComparingLong(Email::n));
        return sorted;
    }

    private static Comparator<Email> comparator(Sql sql, VisibleContainers visible, List<Email> rows, Step step) {
        return switch (step.by) {
            case RECEIVED -> Comparator.comparingLong(Email::received);
            case SIZE -> Comparator.comparingLong(Email::size);
            case SENT -> Comparator.comparingLong(row -> row.sent() == null ? row.received() : row.sent());
            case FROM -> text(sql, rows, step, Texts::sender);
            case TO -> text(sql, rows, step, Texts::recipient);
            case SUBJECT -> text(sql, rows, step, Texts::subject);
            case KEYWORD, ALL_IN_THREAD, SOME_IN_THREAD -> {
                Set<Long> having = withKeyword(sql, visible, rows, step);
                yield Comparator.comparing(row -> having.contains(row.n()));
            }
        };
    }

    /**
     * Returns a comparator by a text. It keeps only the sort keys of the texts, because the texts of many emails need
     * much memory.
     */
    private static Comparator<Email> text(Sql sql, List<Email> rows, Step step, Function<Texts, String> text) {
        Map<Long, String> keys = new HashMap<>();
        for (int i = 0; i < rows.size(); i += AT_ONCE) {
            List<Long> portion = rows.subList(i, Math.min(rows.size(), i + AT_ONCE)).stream()
                    .map(Email::n)
                    .toList();
            EmailOrderRows.find(sql, portion).forEach((n, texts) -> keys.put(n, step.collation.key(text.apply(texts))));
        }
        return Comparator.comparing(row -> keys.getOrDefault(row.n(), ""));
    }

    private static Set<Long> withKeyword(Sql sql, VisibleContainers visible, List<Email> rows, Step step) {
        EmailFilter filter = step.by == By.KEYWORD
                ? new HasKeyword(step.keyword)
                : new InThread(step.keyword, step.by == By.ALL_IN_THREAD);
        Set<Long> having = new HashSet<>();
        for (int i = 0; i < rows.size(); i += AT_ONCE) {
            List<Email> portion = rows.subList(i, Math.min(rows.size(), i + AT_ONCE));
            having.addAll(new Candidates(sql, visible, portion).matching(filter));
        }
        return having;
    }
}
