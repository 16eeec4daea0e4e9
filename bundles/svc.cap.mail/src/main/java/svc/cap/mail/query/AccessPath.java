package svc.cap.mail.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import svc.api.store.Sql;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.query.EmailFilter.HasKeyword;
import svc.cap.mail.query.EmailFilter.InMailbox;
import svc.cap.mail.query.EmailFilter.InThread;
import svc.cap.mail.query.EmailFilter.ReceivedBetween;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.EmailRows.Member;
import svc.cap.mail.table.Flags;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.KeywordRows;
import svc.cap.mail.table.LabelKeyword;
import svc.cap.mail.table.ListDeltas;
import svc.cap.mail.table.OrderedList;
import svc.cap.mail.table.ReceivedKey;

/**
 * An access path of an email query. It enumerates a superset of the results in {@code receivedAt} order. The planner
 * takes the path with the smallest upper bound.
 *
 * @param messages an upper bound on the number of enumerated emails
 * @param rest the part of the filter that still has to be evaluated for each email
 * @param openCursor opens a cursor; the argument is true for ascending order
 */
record AccessPath(long messages, EmailFilter rest, Function<Boolean, EmailCursor> openCursor) {

    /**
     * If at most this number of emails have a keyword, a condition on threads is evaluated from the threads of these
     * emails.
     */
    private static final int FEW = 2000;

    /** Returns the best access path of a filter. Of several paths with equal bounds, the first is returned. */
    static AccessPath of(Sql sql, EmailFilter filter, TextMatches texts, Runnable checkpoint) {
        ReceivedBetween range = receivedRange(filter);
        List<AccessPath> paths = new ArrayList<>();
        List<EmailFilter> parts = conjuncts(filter);
        intersection(sql, parts, texts, checkpoint).ifPresent(paths::add);
        for (EmailFilter part : parts) {
            EmailFilter rest = follows(part) ? new EmailFilter.And(remaining(parts, part)) : filter;
            forFilter(new Stretch(sql, range), part, rest, texts).ifPresent(paths::add);
        }
        if (paths.isEmpty()) {
            return new AccessPath(
                    Long.MAX_VALUE,
                    filter,
                    ascending -> EmailCursor.ofList(sql, OrderedList.ALL_EMAILS, ListDeltas.ACCOUNT, range, ascending));
        }
        return paths.stream()
                .min(Comparator.comparingLong(AccessPath::messages))
                .orElseThrow();
    }

    /** Returns the path over the emails that match a text and are in a mailbox. */
    private static Optional<AccessPath> intersection(
            Sql sql, List<EmailFilter> parts, TextMatches texts, Runnable checkpoint) {
        Optional<InMailbox> in = first(parts, InMailbox.class);
        Optional<EmailFilter.Text> text = first(parts, EmailFilter.Text.class);
        if (in.isEmpty() || text.isEmpty()) {
            return Optional.empty();
        }
        EmailFilter rest = new EmailFilter.And(remaining(remaining(parts, in.get()), text.get()));
        return Optional.of(new AccessPath(
                texts.maxMatches(text.get()),
                rest,
                ascending -> new IntersectionCursor(
                        sql, in.get().mailbox(), texts.openCursor(text.get(), ascending), ascending, checkpoint)));
    }

    private static <T extends EmailFilter> Optional<T> first(List<EmailFilter> parts, Class<T> kind) {
        return parts.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    private static List<EmailFilter> remaining(List<EmailFilter> parts, EmailFilter one) {
        return parts.stream().filter(part -> !part.equals(one)).toList();
    }

    /** Returns the parts of a filter that must all hold. */
    static List<EmailFilter> conjuncts(EmailFilter filter) {
        return filter instanceof EmailFilter.And and
                ? and.parts().stream().flatMap(part -> conjuncts(part).stream()).toList()
                : List.of(filter);
    }

    /** Returns the range of {@code receivedAt} that contains all results. */
    static ReceivedBetween receivedRange(EmailFilter filter) {
        long from = Long.MIN_VALUE;
        long before = Long.MAX_VALUE;
        for (EmailFilter part : conjuncts(filter)) {
            if (part instanceof ReceivedBetween received) {
                from = Math.max(from, received.from());
                before = Math.min(before, received.before());
            }
        }
        return new ReceivedBetween(from, before);
    }

    /** Returns the path over the emails that match one part of the filter. The path can contain other emails, too. */
    private static Optional<AccessPath> forFilter(
            Stretch range, EmailFilter part, EmailFilter rest, TextMatches texts) {
        if (part instanceof InMailbox in) {
            return Optional.of(new AccessPath(
                    MailboxRows.emails(range.sql, in.mailbox()),
                    rest,
                    ascending ->
                            EmailCursor.ofList(range.sql, OrderedList.EMAILS, in.mailbox(), range.range, ascending)));
        } else if (part instanceof EmailFilter.IsVisible in) {
            return Optional.of(range.containers(in.mailboxes(), in.labels(), rest));
        } else if (part instanceof EmailFilter.Text text) {
            return Optional.of(
                    new AccessPath(texts.maxMatches(text), rest, ascending -> texts.openCursor(text, ascending)));
        } else if (part instanceof HasKeyword has && Flags.bit(has.keyword()) != Flags.SEEN) {
            return Optional.of(range.keyword(has.keyword(), rest));
        } else if (part instanceof InThread thread && Flags.bit(thread.keyword()) != Flags.SEEN) {
            return thread.all()
                    ? Optional.of(range.keyword(thread.keyword(), rest)) // "all" includes the email itself
                    : threads(range.sql, thread.keyword(), rest);
        } else if (part instanceof EmailFilter.Not not && unseen(not.part())) {
            return Optional.of(range.word(Flags.UNSEEN_WORD, rest));
        }
        return Optional.empty();
    }

    /** Returns whether every email on the path of a part matches the part. */
    private static boolean follows(EmailFilter part) {
        return part instanceof InMailbox
                || part instanceof EmailFilter.IsVisible
                || part instanceof EmailFilter.Text
                || part instanceof HasKeyword;
    }

    /**
     * Returns whether the negation of a filter selects emails without {@code $seen}. The keyword index contains these
     * emails.
     */
    private static boolean unseen(EmailFilter filter) {
        return (filter instanceof HasKeyword has && Flags.bit(has.keyword()) == Flags.SEEN)
                || (filter instanceof InThread thread && !thread.all() && Flags.bit(thread.keyword()) == Flags.SEEN);
    }

    /** Builds paths over the emails with a keyword, limited to the range that contains all results. */
    private record Stretch(Sql sql, ReceivedBetween range) {

        /** Returns the path over the emails in some mailboxes or with some labels. */
        AccessPath containers(Set<Long> mailboxes, Set<Long> labels, EmailFilter rest) {
            List<KeywordDictionaryRows.Word> words = labels.stream()
                    .flatMap(label -> KeywordDictionaryRows.find(sql, LabelKeyword.of(label)).stream())
                    .toList();
            long emails = Stream.concat(
                            MailboxRows.find(sql, mailboxes).stream()
                                    .map(mailbox -> (long) mailbox.counts().emails()),
                            words.stream().map(KeywordDictionaryRows.Word::emails))
                    .mapToLong(Long::longValue)
                    .sum();
            List<Long> numbers =
                    words.stream().map(KeywordDictionaryRows.Word::n).toList();
            return new AccessPath(
                    emails, rest, ascending -> EmailCursor.ofContainers(sql, mailboxes, numbers, range, ascending));
        }

        AccessPath keyword(String keyword, EmailFilter rest) {
            OptionalLong word = KeywordDictionaryRows.number(sql, keyword);
            return word.isEmpty()
                    ? new AccessPath(0, rest, ascending -> max -> List.of())
                    : word(word.getAsLong(), rest);
        }

        AccessPath word(long word, EmailFilter rest) {
            return new AccessPath(
                    KeywordDictionaryRows.emails(sql, word),
                    rest,
                    ascending -> EmailCursor.ofKeyword(sql, word, range, ascending));
        }
    }

    private static Optional<AccessPath> threads(Sql sql, String keyword, EmailFilter rest) {
        long word = KeywordDictionaryRows.number(sql, keyword).orElse(0);
        long emails = word == 0 ? 0 : KeywordDictionaryRows.emails(sql, word);
        return emails > FEW
                ? Optional.empty()
                : Optional.of(new AccessPath(
                        emails * 4, rest, ascending -> EmailCursor.ofNumbers(ofThreads(sql, word, emails, ascending))));
    }

    private static List<Long> ofThreads(Sql sql, long word, long emails, boolean ascending) {
        List<ReceivedKey> having =
                emails == 0 ? List.of() : KeywordRows.page(sql, word, ReceivedKey.FIRST, (int) emails, true);
        Set<Long> threads = new HashSet<>();
        EmailRows.find(sql, having.stream().map(ReceivedKey::n).toList())
                .values()
                .forEach(row -> threads.add(row.thread()));
        Comparator<ReceivedKey> order = Comparator.naturalOrder();
        return EmailRows.members(sql, threads).stream()
                .map(Member::key)
                .sorted(ascending ? order : order.reversed())
                .map(ReceivedKey::n)
                .toList();
    }
}
