package svc.cap.mail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import svc.api.store.Sql;

/**
 * A way through all messages that can be results, in the order of lists. Of several ways the one past the fewest messages is gone.
 *
 * @param messages how many it leads past at most
 * @param walk begins it, one way or the other
 */
record Driver(long messages, Function<Boolean, Walk> walk) {

    /** A thread is looked for by those of its messages that have a keyword as long as they are not more. */
    private static final int FEW = 2000;

    /** The best way for a filter. */
    static Driver of(Sql sql, Clause clause, TextAnswers texts) {
        Clause.Received within = within(clause);
        List<Driver> ways = new ArrayList<>();
        for (Clause part : conjuncts(clause)) {
            way(sql, part, within, texts, ways);
        }
        if (ways.isEmpty()) {
            return new Driver(
                    Long.MAX_VALUE, rising -> Walk.along(sql, MailList.ALL_EMAILS, ListMoves.ACCOUNT, within, rising));
        }
        return ways.stream().min(Comparator.comparingLong(Driver::messages)).orElseThrow();
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

    private static void way(Sql sql, Clause part, Clause.Received within, TextAnswers texts, List<Driver> ways) {
        if (part instanceof Clause.InMailbox in) {
            ways.add(new Driver(
                    MailboxRows.emails(sql, in.mailbox()),
                    rising -> Walk.along(sql, MailList.EMAILS, in.mailbox(), within, rising)));
        } else if (part instanceof Clause.Text text) {
            ways.add(new Driver(texts.most(text), rising -> texts.walk(text, rising)));
        } else if (part instanceof Clause.Has has && Flags.bit(has.keyword()) != Flags.SEEN) {
            word(sql, has.keyword(), within, ways);
        } else if (part instanceof Clause.InThread thread && Flags.bit(thread.keyword()) != Flags.SEEN) {
            if (thread.all()) {
                word(sql, thread.keyword(), within, ways); // this message is one of all
            } else {
                threads(sql, thread.keyword(), ways);
            }
        } else if (part instanceof Clause.Not not && unseen(not.part())) {
            ways.add(word(sql, Flags.UNSEEN_WORD, within));
        }
    }

    /** Messages without $seen are kept under a word. */
    private static boolean unseen(Clause clause) {
        return (clause instanceof Clause.Has has && Flags.bit(has.keyword()) == Flags.SEEN)
                || (clause instanceof Clause.InThread thread
                        && !thread.all()
                        && Flags.bit(thread.keyword()) == Flags.SEEN);
    }

    private static void word(Sql sql, String keyword, Clause.Received within, List<Driver> ways) {
        WordRows.number(sql, keyword)
                .ifPresentOrElse(
                        word -> ways.add(word(sql, word, within)),
                        () -> ways.add(new Driver(0, rising -> most -> List.of())));
    }

    private static Driver word(Sql sql, long word, Clause.Received within) {
        return new Driver(WordRows.emails(sql, word), rising -> Walk.word(sql, word, within, rising));
    }

    private static void threads(Sql sql, String keyword, List<Driver> ways) {
        long word = WordRows.number(sql, keyword).orElse(0);
        long emails = word == 0 ? 0 : WordRows.emails(sql, word);
        if (emails <= FEW) {
            ways.add(new Driver(emails * 4, rising -> Walk.through(ofThreads(sql, word, emails, rising))));
        }
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
