package svc.cap.mail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import svc.api.store.Sql;

/**
 * A way through all messages that can be results, in the order of lists. Of several ways the one past the fewest messages is gone.
 *
 * @param messages how many it leads past at most
 * @param rest what is still to be asked of those on the way, since it does not follow from their being there
 * @param walk begins it, one way or the other
 */
record Driver(long messages, Clause rest, Function<Boolean, Walk> walk) {

    /** A thread is looked for by those of its messages that have a keyword as long as they are not more. */
    private static final int FEW = 2000;

    /** The best way for a filter. */
    static Driver of(Sql sql, Clause clause, TextAnswers texts) {
        Clause.Received within = within(clause);
        List<Driver> ways = new ArrayList<>();
        List<Clause> parts = conjuncts(clause);
        for (Clause part : parts) {
            way(sql, part, within, texts)
                    .map(way -> new Driver(
                            way.messages, follows(part) ? new Clause.And(without(parts, part)) : clause, way.walk))
                    .ifPresent(ways::add);
        }
        if (ways.isEmpty()) {
            return new Driver(
                    Long.MAX_VALUE,
                    clause,
                    rising -> Walk.along(sql, MailList.ALL_EMAILS, ListMoves.ACCOUNT, within, rising));
        }
        return ways.stream().min(Comparator.comparingLong(Driver::messages)).orElseThrow();
    }

    private static List<Clause> without(List<Clause> parts, Clause one) {
        return parts.stream().filter(part -> !part.equals(one)).toList();
    }

    /** The clauses all of which must hold. */
    static List<Clause> conjuncts(Clause clause) {
        return clause instanceof Clause.And and
                ? and.parts().stream().flatMap(part -> conjuncts(part).stream()).toList()
                : List.of(clause);
    }

    /** The stretch of time in which all results are. */
    static Clause.Received within(Clause clause) {
        long from = Long.MIN_VALUE;
        long before = Long.MAX_VALUE;
        for (Clause part : conjuncts(clause)) {
            if (part instanceof Clause.Received received) {
                from = Math.max(from, received.from());
                before = Math.min(before, received.before());
            }
        }
        return new Clause.Received(from, before);
    }

    /** The way along those that match a part, and perhaps along others too. */
    private static Optional<Driver> way(Sql sql, Clause part, Clause.Received within, TextAnswers texts) {
        if (part instanceof Clause.InMailbox in) {
            return Optional.of(new Driver(
                    MailboxRows.emails(sql, in.mailbox()),
                    part,
                    rising -> Walk.along(sql, MailList.EMAILS, in.mailbox(), within, rising)));
        } else if (part instanceof Clause.Text text) {
            return Optional.of(new Driver(texts.most(text), part, rising -> texts.walk(text, rising)));
        } else if (part instanceof Clause.Has has && Flags.bit(has.keyword()) != Flags.SEEN) {
            return Optional.of(word(sql, has.keyword(), part, within));
        } else if (part instanceof Clause.InThread thread && Flags.bit(thread.keyword()) != Flags.SEEN) {
            return thread.all()
                    ? Optional.of(word(sql, thread.keyword(), part, within)) // this message is one of all
                    : threads(sql, thread);
        } else if (part instanceof Clause.Not not && unseen(not.part())) {
            return Optional.of(word(sql, Flags.UNSEEN_WORD, part, within));
        }
        return Optional.empty();
    }

    /** Whether all on the way of a part match it. */
    private static boolean follows(Clause part) {
        return part instanceof Clause.InMailbox || part instanceof Clause.Text || part instanceof Clause.Has;
    }

    /** Messages without $seen are kept under a word. */
    private static boolean unseen(Clause clause) {
        return (clause instanceof Clause.Has has && Flags.bit(has.keyword()) == Flags.SEEN)
                || (clause instanceof Clause.InThread thread
                        && !thread.all()
                        && Flags.bit(thread.keyword()) == Flags.SEEN);
    }

    private static Driver word(Sql sql, String keyword, Clause part, Clause.Received within) {
        OptionalLong word = WordRows.number(sql, keyword);
        return word.isEmpty()
                ? new Driver(0, part, rising -> most -> List.of())
                : word(sql, word.getAsLong(), part, within);
    }

    private static Driver word(Sql sql, long word, Clause part, Clause.Received within) {
        return new Driver(WordRows.emails(sql, word), part, rising -> Walk.word(sql, word, within, rising));
    }

    private static Optional<Driver> threads(Sql sql, Clause.InThread part) {
        long word = WordRows.number(sql, part.keyword()).orElse(0);
        long emails = word == 0 ? 0 : WordRows.emails(sql, word);
        return emails > FEW
                ? Optional.empty()
                : Optional.of(
                        new Driver(emails * 4, part, rising -> Walk.through(ofThreads(sql, word, emails, rising))));
    }

    private static List<Long> ofThreads(Sql sql, long word, long emails, boolean rising) {
        List<Key> having = emails == 0 ? List.of() : KeywordRows.page(sql, word, Key.FIRST, (int) emails, true);
        Set<Long> threads = new HashSet<>();
        EmailRows.among(sql, having.stream().map(Key::n).toList()).values().forEach(row -> threads.add(row.thread()));
        Comparator<Key> order = Comparator.naturalOrder();
        return EmailRows.members(sql, threads).stream()
                .map(EmailRows.Member::key)
                .sorted(rising ? order : order.reversed())
                .map(Key::n)
                .toList();
    }
}
