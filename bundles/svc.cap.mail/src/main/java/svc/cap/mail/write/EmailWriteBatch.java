package svc.cap.mail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.store.Facets;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;

/** What comes, goes and changes in one go: the rows of messages, what follows from them, and the log of changes. For one thread. */
final class Booking {

    private final Transaction tx;
    private final SqlWriter sql;
    private final List<Line> lines = new ArrayList<>();
    private final List<EmailRows.Email> born = new ArrayList<>();

    Booking(Transaction tx) {
        this.tx = tx;
        this.sql = tx.sql();
    }

    /**
     * What becomes of one message.
     *
     * @param n the message
     * @param before null for a new one
     * @param after null for one that goes
     */
    record Line(long n, @Nullable Standing before, @Nullable Standing after) {

        Key key() {
            return standings().findFirst().orElseThrow().key();
        }

        /** Whether lists and counts of threads may follow: not where only a keyword changes that counts nowhere. */
        boolean moves() {
            return before == null
                    || after == null
                    || before.thread() != after.thread()
                    || before.unread() != after.unread()
                    || !before.mailboxes().equals(after.mailboxes());
        }

        Stream<Standing> standings() {
            return Stream.concat(Stream.ofNullable(before), Stream.ofNullable(after));
        }
    }

    /** A message comes; its number was made known already. */
    void born(EmailRows.Email row, Standing standing) {
        born.add(row);
        lines.add(new Line(row.n(), null, standing));
    }

    /** A message is changed. */
    void changed(long n, Standing before, Standing after) {
        lines.add(new Line(n, before, after));
    }

    /** A message goes. */
    void gone(long n, Standing before) {
        lines.add(new Line(n, before, null));
    }

    /** Books all of it; the threads that are no more. */
    Set<Long> close() {
        if (lines.isEmpty()) {
            return Set.of();
        }
        List<Line> moving = lines.stream().filter(Line::moves).toList();
        ThreadBook threads = new ThreadBook(sql, moving.isEmpty() ? 0 : MailboxRows.trash(sql), moving);
        ListMoves lists = new ListMoves();
        CountMoves counts = new CountMoves();
        words();
        emails();
        places(moving, lists, counts);
        moving.forEach(threads::take);
        threads.write(lists, counts);
        BlockRows.apply(sql, lists);
        counts.forEach((mailbox, moved) -> MailboxRows.count(sql, mailbox, moved));
        return log(threads, counts);
    }

    /** Out of and into the lists of keywords: before rows of messages go, by which theirs are found. */
    private void words() {
        Map<Long, List<Long>> out = new HashMap<>();
        Map<Long, List<Key>> in = new HashMap<>();
        Map<Long, Long> counts = new HashMap<>();
        for (Line line : lines) {
            Set<Long> before = line.before == null ? Set.of() : line.before.indexed();
            Set<Long> after = line.after == null ? Set.of() : line.after.indexed();
            before.stream().filter(word -> !after.contains(word)).forEach(word -> {
                out.computeIfAbsent(word, n -> new ArrayList<>()).add(line.n);
                counts.merge(word, -1L, Long::sum);
            });
            after.stream().filter(word -> !before.contains(word)).forEach(word -> {
                in.computeIfAbsent(word, n -> new ArrayList<>()).add(line.key());
                counts.merge(word, 1L, Long::sum);
            });
        }
        KeywordRows.remove(sql, out);
        KeywordRows.add(sql, in);
        WordRows.count(sql, counts);
    }

    private void emails() {
        EmailRows.insert(sql, born);
        Map<Integer, List<Long>> flagged = new HashMap<>();
        List<Long> gone = new ArrayList<>();
        for (Line line : lines) {
            if (line.after == null) {
                gone.add(line.n);
            } else if (line.before != null && line.before.flags() != line.after.flags()) {
                flagged.computeIfAbsent(line.after.flags(), flags -> new ArrayList<>())
                        .add(line.n);
            }
        }
        flagged.forEach((flags, numbers) -> EmailRows.flag(sql, flags, numbers));
        EmailRows.delete(sql, gone);
    }

    private void places(List<Line> moving, ListMoves lists, CountMoves counts) {
        Map<Long, List<Long>> out = new HashMap<>();
        List<InMailboxRows.Entry> in = new ArrayList<>();
        for (Line line : moving) {
            Standing before = line.before;
            Standing after = line.after;
            if (before != null) {
                for (long mailbox : before.mailboxes()) {
                    counts.emails(mailbox, -1, before.unread() ? -1 : 0);
                    if (after == null || !after.mailboxes().contains(mailbox)) {
                        out.computeIfAbsent(mailbox, n -> new ArrayList<>()).add(line.n);
                        lists.out(ListMoves.emails(mailbox), before.key());
                    }
                }
            }
            if (after != null) {
                for (long mailbox : after.mailboxes()) {
                    counts.emails(mailbox, 1, after.unread() ? 1 : 0);
                    if (before == null || !before.mailboxes().contains(mailbox)) {
                        in.add(new InMailboxRows.Entry(mailbox, after.key(), after.thread()));
                        lists.in(ListMoves.emails(mailbox), after.key());
                    }
                }
            }
            if (before == null && after != null) {
                lists.in(ListMoves.emails(ListMoves.ACCOUNT), after.key());
            } else if (before != null && after == null) {
                lists.out(ListMoves.emails(ListMoves.ACCOUNT), before.key());
            }
        }
        InMailboxRows.delete(sql, out);
        InMailboxRows.insert(sql, in);
    }

    private Set<Long> log(ThreadBook threads, CountMoves counts) {
        Set<Long> moved = new TreeSet<>();
        for (Line line : lines) {
            if (line.before != null && line.after != null) {
                facets(line.before, line.after).forEach(facet -> tx.updated(Email.TYPE, line.n, facet));
            } else {
                line.standings().forEach(standing -> moved.add(standing.thread()));
                if (line.after == null) {
                    tx.destroyed(Email.TYPE, line.n);
                }
            }
        }
        Set<Long> dead = new HashSet<>();
        for (long thread : moved) {
            Tally tally = threads.tally(thread);
            if (tally != null && tally.gone()) {
                dead.add(thread);
                tx.destroyed(MailThread.TYPE, thread);
            } else if (threads.wasThere(thread)) {
                tx.updated(MailThread.TYPE, thread, Facets.ALL);
            }
        }
        counts.forEach((mailbox, change) -> tx.updated(Mailbox.TYPE, mailbox, Mailbox.COUNTS));
        return dead;
    }

    private static List<Facets> facets(Standing before, Standing after) {
        boolean placed = !before.mailboxes().equals(after.mailboxes());
        boolean flagged = before.flags() != after.flags() || !before.words().equals(after.words());
        if (placed && flagged) {
            return List.of(new Facets(Email.PLACE.bits() | Email.FLAGS.bits()));
        }
        return placed ? List.of(Email.PLACE) : flagged ? List.of(Email.FLAGS) : List.of();
    }
}
