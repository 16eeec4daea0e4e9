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

    /** The best way for a filter; of those past equally many the first. */
    static Driver of(Sql sql, Clause clause, TextAnswers texts, Runnable pace) {
        Clause.Received within = within(clause);
        List<Driver> ways = new ArrayList<>();
        List<Clause> parts = conjuncts(clause);
        meeting(sql, parts, texts, pace).ifPresent(ways::add);
        for (Clause part : parts) {
            Clause rest = follows(part) ? new Clause.And(without(parts, part)) : clause;
            way(new Stretch(sql, within), part, rest, texts).ifPresent(ways::add);
        }
        if (ways.isEmpty()) {
            return new Driver(
                    Long.MAX_VALUE,
                    clause,
                    rising -> Walk.along(sql, MailList.ALL_EMAILS, ListMoves.ACCOUNT, within, rising));
        }
        return ways.stream().min(Comparator.comparingLong(Driver::messages)).orElseThrow();
    }

    /** Along those that match a text and are in a mailbox. */
    private static Optional<Driver> meeting(Sql sql, List<Clause> parts, TextAnswers texts, Runnable pace) {
        Optional<Clause.InMailbox> in = first(parts, Clause.InMailbox.class);
        Optional<Clause.Text> text = first(parts, Clause.Text.class);
        if (in.isEmpty() || text.isEmpty()) {
            return Optional.empty();
        }
        Clause rest = new Clause.And(without(without(parts, in.get()), text.get()));
        return Optional.of(new Driver(
                texts.most(text.get()),
                rest,
                rising -> new MeetingWalk(sql, in.get().mailbox(), texts.walk(text.get(), rising), rising, pace)));
    }

    private static <T extends Clause> Optional<T> first(List<Clause> parts, Class<T> kind) {
        return parts.stream().filter(kind::isInstance).map(kind::cast).findFirst();
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
    private static Optional<Driver> way(Stretch stretch, Clause part, Clause rest, TextAnswers texts) {
        if (part instanceof Clause.InMailbox in) {
            return Optional.of(new Driver(
                    MailboxRows.emails(stretch.sql, in.mailbox()),
                    rest,
                    rising -> Walk.along(stretch.sql, MailList.EMAILS, in.mailbox(), stretch.within, rising)));
        } else if (part instanceof Clause.Text text) {
            return Optional.of(new Driver(texts.most(text), rest, rising -> texts.walk(text, rising)));
        } else if (part instanceof Clause.Has has && Flags.bit(has.keyword()) != Flags.SEEN) {
            return Optional.of(stretch.keyword(has.keyword(), rest));
        } else if (part instanceof Clause.InThread thread && Flags.bit(thread.keyword()) != Flags.SEEN) {
            return thread.all()
                    ? Optional.of(stretch.keyword(thread.keyword(), rest)) // this message is one of all
                    : threads(stretch.sql, thread.keyword(), rest);
        } else if (part instanceof Clause.Not not && unseen(not.part())) {
            return Optional.of(stretch.word(Flags.UNSEEN_WORD, rest));
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

    /** Along those that have a keyword, within the time in which all results are. */
    private record Stretch(Sql sql, Clause.Received within) {

        Driver keyword(String keyword, Clause rest) {
            OptionalLong word = WordRows.number(sql, keyword);
            return word.isEmpty() ? new Driver(0, rest, rising -> most -> List.of()) : word(word.getAsLong(), rest);
        }

        Driver word(long word, Clause rest) {
            return new Driver(WordRows.emails(sql, word), rest, rising -> Walk.word(sql, word, within, rising));
        }
    }

    private static Optional<Driver> threads(Sql sql, String keyword, Clause rest) {
        long word = WordRows.number(sql, keyword).orElse(0);
        long emails = word == 0 ? 0 : WordRows.emails(sql, word);
        return emails > FEW
                ? Optional.empty()
                : Optional.of(
                        new Driver(emails * 4, rest, rising -> Walk.through(ofThreads(sql, word, emails, rising))));
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
