package svc.cap.mail.write;

import java.time.Instant;
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
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.mailbox.CountedTrash;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.MailboxCountDeltas;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.KeywordRows;
import svc.cap.mail.table.ListBlockRows;
import svc.cap.mail.table.ListDeltas;
import svc.cap.mail.table.ReceivedKey;
import svc.cap.mail.table.ThreadAggregate;

/**
 * The email changes of one transaction. {@link #close} writes the rows of the emails, the rows that depend on them, and
 * the change log. Not thread-safe.
 */
public final class EmailWriteBatch {

    private final Transaction tx;
    private final SqlWriter sql;
    private final UidWriter uids;
    private final List<Change> lines = new ArrayList<>();
    private final List<EmailRows.Email> created = new ArrayList<>();

    /**
     * Creates a batch.
     *
     * @param now the time
     */
    EmailWriteBatch(Transaction tx, Instant now) {
        this.tx = tx;
        this.sql = tx.sql();
        this.uids = new UidWriter(tx, now.getEpochSecond());
    }

    /**
     * The change of one email.
     *
     * @param n the number of the email
     * @param before the keys before the change; null for a new email
     * @param after the keys after the change; null for a destroyed email
     */
    record Change(
            long n,
            @Nullable EmailIndexKeys before,
            @Nullable EmailIndexKeys after) {

        ReceivedKey key() {
            return keys().findFirst().orElseThrow().key();
        }

        /** Returns the thread of the email, which never changes (RFC 8621 §4.1.1). */
        long thread() {
            return keys().findFirst().orElseThrow().thread();
        }

        /**
         * Returns whether the change affects lists or thread counts. Returns false if only keywords change that do not
         * affect whether the email is unread.
         */
        boolean isMoved() {
            return before == null
                    || after == null
                    || before.thread() != after.thread()
                    || before.unread() != after.unread()
                    || !before.mailboxes().equals(after.mailboxes());
        }

        Stream<EmailIndexKeys> keys() {
            return Stream.concat(Stream.ofNullable(before), Stream.ofNullable(after));
        }
    }

    /** Adds a new email. Its creation has already been logged. */
    void inserted(EmailRows.Email row, EmailIndexKeys keys) {
        created.add(row);
        lines.add(new Change(row.n(), null, keys));
    }

    void changed(long n, EmailIndexKeys before, EmailIndexKeys after) {
        lines.add(new Change(n, before, after));
    }

    void removed(long n, EmailIndexKeys before) {
        lines.add(new Change(n, before, null));
    }

    /** Records that an email that is inserted is the same as one with another number, so that it keeps its UIDs. */
    void renumbered(long old, long n) {
        uids.renumber(old, n);
    }

    /** Records that an email leaves a mailbox because it gets the flag {@code \Deleted} there. */
    void markedDeleted(long n, long mailbox) {
        uids.markDeleted(n, mailbox);
    }

    /** Records that a removed email still exists for IMAP, because it has the flag {@code \Deleted} in a mailbox. */
    void hidden(long n) {
        uids.hide(n);
    }

    /** Writes all changes. Returns the threads that no longer exist. */
    public Set<Long> close() {
        if (lines.isEmpty()) {
            return Set.of();
        }
        List<Change> moving = lines.stream().filter(Change::isMoved).toList();
        ThreadAggregates threads =
                new ThreadAggregates(sql, moving.isEmpty() ? CountedTrash.NONE : CountedTrash.read(sql), moving);
        ListDeltas lists = new ListDeltas();
        MailboxCountDeltas counts = new MailboxCountDeltas();
        writeKeywordRows();
        emails();
        writeMailboxRows(moving, lists, counts);
        moving.forEach(threads::add);
        threads.write(lists, counts);
        ListBlockRows.apply(sql, lists);
        counts.forEach((mailbox, moved) -> MailboxRows.count(sql, mailbox, moved));
        uids.write(lines);
        return log(threads, counts);
    }

    /**
     * Updates the keyword index. Runs before the email rows are deleted, because the removal needs them to find the
     * keyword rows.
     */
    private void writeKeywordRows() {
        Map<Long, List<Long>> out = new HashMap<>();
        Map<Long, List<ReceivedKey>> in = new HashMap<>();
        Map<Long, Long> counts = new HashMap<>();
        for (Change line : lines) {
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
        KeywordDictionaryRows.count(sql, counts);
    }

    private void emails() {
        EmailRows.insert(sql, created);
        Map<Integer, List<Long>> flagged = new HashMap<>();
        List<Long> removed = new ArrayList<>();
        for (Change line : lines) {
            if (line.after == null) {
                removed.add(line.n);
            } else if (line.before != null && line.before.flags() != line.after.flags()) {
                flagged.computeIfAbsent(line.after.flags(), flags -> new ArrayList<>())
                        .add(line.n);
            }
        }
        flagged.forEach((flags, numbers) -> EmailRows.flag(sql, flags, numbers));
        EmailRows.delete(sql, removed);
    }

    private void writeMailboxRows(List<Change> moving, ListDeltas lists, MailboxCountDeltas counts) {
        Map<Long, List<Long>> out = new HashMap<>();
        List<InMailboxRows.Entry> in = new ArrayList<>();
        for (Change line : moving) {
            EmailIndexKeys before = line.before;
            EmailIndexKeys after = line.after;
            if (before != null) {
                for (long mailbox : before.mailboxes()) {
                    counts.emails(mailbox, -1, before.unread() ? -1 : 0);
                    if (after == null || !after.mailboxes().contains(mailbox)) {
                        out.computeIfAbsent(mailbox, n -> new ArrayList<>()).add(line.n);
                        lists.remove(ListDeltas.emails(mailbox), before.key());
                    }
                }
            }
            if (after != null) {
                for (long mailbox : after.mailboxes()) {
                    counts.emails(mailbox, 1, after.unread() ? 1 : 0);
                    if (before == null || !before.mailboxes().contains(mailbox)) {
                        in.add(new InMailboxRows.Entry(mailbox, after.key(), after.thread()));
                        lists.add(ListDeltas.emails(mailbox), after.key());
                    }
                }
            }
            if (before == null && after != null) {
                lists.add(ListDeltas.emails(ListDeltas.ACCOUNT), after.key());
            } else if (before != null && after == null) {
                lists.remove(ListDeltas.emails(ListDeltas.ACCOUNT), before.key());
            }
        }
        InMailboxRows.delete(sql, out);
        InMailboxRows.insert(sql, in);
    }

    private Set<Long> log(ThreadAggregates threads, MailboxCountDeltas counts) {
        Set<Long> moved = new TreeSet<>();
        for (Change line : lines) {
            if (line.before != null && line.after != null) {
                log(line.n, line.before, line.after);
            } else {
                line.keys().forEach(keys -> moved.add(keys.thread()));
                if (line.after == null) {
                    tx.logDestroyed(EmailType.TYPE, line.n);
                }
            }
        }
        Set<Long> destroyed = new HashSet<>();
        for (long thread : moved) {
            ThreadAggregate aggregate = threads.aggregate(thread);
            if (aggregate != null && aggregate.isEmpty()) {
                destroyed.add(thread);
                tx.logDestroyed(ThreadType.TYPE, thread);
            } else if (threads.existedBefore(thread)) {
                tx.logUpdated(ThreadType.TYPE, thread, Facets.ALL);
            }
        }
        EmailContainers.log(tx, lines, threads);
        counts.forEach((mailbox, change) -> tx.logUpdated(Mailbox.TYPE, mailbox, Mailbox.COUNTS));
        return destroyed;
    }

    private void log(long n, EmailIndexKeys before, EmailIndexKeys after) {
        boolean placed = !before.mailboxes().equals(after.mailboxes());
        boolean flagged = before.flags() != after.flags() || !before.words().equals(after.words());
        Facets facets = new Facets((placed ? EmailType.PLACE.bits() : 0) | (flagged ? EmailType.FLAGS.bits() : 0));
        if (flagged && !before.hasKeywordsOf(after)) {
            tx.logUpdated(EmailType.TYPE, n, facets);
        } else if (placed || flagged) {
            tx.logMoved(EmailType.TYPE, n, facets);
        }
    }
}
