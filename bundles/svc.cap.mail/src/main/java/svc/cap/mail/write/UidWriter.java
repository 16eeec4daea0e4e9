package svc.cap.mail.write;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import svc.api.store.Facets;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.table.UidAssignmentRows;
import svc.cap.mail.table.UidRows;
import svc.cap.mail.table.UidRunRows;
import svc.cap.mail.table.UidRunRows.Run;
import svc.cap.mail.write.EmailWriteBatch.Change;

/**
 * Gives each email that joins a mailbox the next UID of the mailbox, and removes the UIDs of emails that leave. A UID
 * stays when the email gets another number, and while the email has the flag {@code \Deleted}. Logs the changes of emails
 * with this flag. Not thread-safe.
 */
final class UidWriter {

    private final Transaction tx;
    private final SqlWriter sql;
    private final long now;
    private final Map<Long, Long> renumbered = new HashMap<>();
    private final Map<Long, Set<Long>> marked = new HashMap<>();
    private final Set<Long> hidden = new HashSet<>();

    /**
     * Creates the writer.
     *
     * @param now the time, in seconds since 1970
     */
    UidWriter(Transaction tx, long now) {
        this.tx = tx;
        this.sql = tx.sql();
        this.now = now;
    }

    /** Records that the batch removes an email and inserts it under another number. */
    void renumber(long old, long n) {
        renumbered.put(old, n);
    }

    /** Records that an email leaves a mailbox because it gets the flag {@code \Deleted} there. */
    void markDeleted(long n, long mailbox) {
        marked.computeIfAbsent(n, none -> new HashSet<>()).add(mailbox);
    }

    /** Records that an email that the batch removes still exists for IMAP. */
    void hide(long n) {
        hidden.add(n);
    }

    /** Writes the UIDs after all rows of the changed emails have been written. */
    void write(List<Change> changes) {
        renumbered.forEach((old, n) -> UidRows.renumber(sql, old, n));
        List<Change> others = changes.stream()
                .filter(change -> !renumbered.containsKey(change.n()))
                .toList();
        Map<Long, Set<Long>> deleted = deleted(others);
        join(others, deleted);
        leave(others, deleted);
    }

    /** Returns the mailboxes in which emails have the flag {@code \Deleted}. New emails have it in none. */
    private Map<Long, Set<Long>> deleted(List<Change> changes) {
        Set<Long> numbers = new HashSet<>();
        changes.stream().filter(change -> change.before() != null).forEach(change -> numbers.add(change.n()));
        Map<Long, Long> before = new HashMap<>();
        renumbered.forEach((old, n) -> before.put(n, old));
        numbers.addAll(before.keySet());
        Map<Long, Set<Long>> deleted = UidRows.deleted(sql, numbers);
        deleted.forEach((n, mailboxes) -> {
            Long old = before.get(n);
            if (old != null) {
                tx.logDestroyed(EmailType.MARKED_DELETED, old);
                tx.logCreatedAs(EmailType.MARKED_DELETED, n);
                mailboxes.forEach(mailbox -> tx.joined(EmailType.MARKED_DELETED, n, mailbox));
            }
        });
        return deleted;
    }

    private void join(List<Change> changes, Map<Long, Set<Long>> deleted) {
        Map<Long, Set<Long>> present = new HashMap<>();
        UidRows.of(sql, renumbered.values())
                .forEach(entry ->
                        present.computeIfAbsent(entry.n(), n -> new HashSet<>()).add(entry.mailbox()));
        Map<Long, List<Long>> added = new TreeMap<>();
        for (Change change : changes) {
            Set<Long> before = change.before() == null
                    ? present.getOrDefault(change.n(), Set.of())
                    : change.before().mailboxes();
            Set<Long> after = change.after() == null ? Set.of() : change.after().mailboxes();
            for (long mailbox : after) {
                if (deleted.getOrDefault(change.n(), Set.of()).contains(mailbox)) {
                    unmark(change.n(), mailbox, deleted);
                } else if (!before.contains(mailbox)) {
                    added.computeIfAbsent(mailbox, n -> new ArrayList<>()).add(change.n());
                }
            }
        }
        if (!added.isEmpty()) {
            long assigned = UidAssignmentRows.done(sql);
            added.values().forEach(numbers -> numbers.removeIf(n -> n > assigned));
            added.values().removeIf(List::isEmpty);
            assign(sql, added, n -> now);
        }
    }

    /** Gives emails the next UIDs of mailboxes. */
    static void assign(SqlWriter sql, Map<Long, List<Long>> added, LongUnaryOperator saved) {
        Map<Long, Long> next = UidRows.next(sql, added.keySet());
        List<UidRows.Entry> entries = new ArrayList<>();
        added.forEach((mailbox, numbers) -> {
            long first = requireNonNull(next.get(mailbox));
            long uid = first;
            for (long n : numbers) {
                entries.add(new UidRows.Entry(mailbox, uid++, n, saved.applyAsLong(n)));
            }
            UidRows.setNext(sql, mailbox, uid);
            UidRunRows.append(sql, mailbox, new Run(first, uid - 1));
        });
        UidRows.insert(sql, entries);
    }

    private void leave(List<Change> changes, Map<Long, Set<Long>> deleted) {
        Map<Long, List<Long>> left = new TreeMap<>();
        List<Long> destroyed = new ArrayList<>();
        for (Change change : changes) {
            EmailIndexKeys before = change.before();
            EmailIndexKeys after = change.after();
            Set<Long> marks = marked.getOrDefault(change.n(), Set.of());
            if (before == null) {
                continue;
            }
            if (!marks.isEmpty()) {
                mark(change.n(), marks, deleted);
            }
            if (after == null && !hidden.contains(change.n())) {
                destroyed.add(change.n());
                continue;
            }
            Set<Long> remaining = after == null ? Set.of() : after.mailboxes();
            for (long mailbox : before.mailboxes()) {
                if (!remaining.contains(mailbox) && !marks.contains(mailbox)) {
                    left.computeIfAbsent(mailbox, n -> new ArrayList<>()).add(change.n());
                }
            }
            if (after != null) {
                boolean flagged =
                        before.flags() != after.flags() || !before.words().equals(after.words());
                if (flagged && deleted.containsKey(change.n())) {
                    tx.logUpdated(EmailType.MARKED_DELETED, change.n(), Facets.ALL);
                }
            }
        }
        left.forEach((mailbox, numbers) -> UidRunRows.remove(sql, mailbox, UidRows.remove(sql, mailbox, numbers)));
        destroy(destroyed, deleted.keySet());
    }

    private void destroy(Collection<Long> destroyed, Set<Long> deleted) {
        UidRows.remove(sql, destroyed).forEach((mailbox, uids) -> UidRunRows.remove(sql, mailbox, uids));
        destroyed.stream().filter(deleted::contains).forEach(n -> tx.logDestroyed(EmailType.MARKED_DELETED, n));
    }

    private void mark(long n, Set<Long> mailboxes, Map<Long, Set<Long>> deleted) {
        Set<Long> marks = deleted.computeIfAbsent(n, none -> new HashSet<>());
        if (marks.isEmpty()) {
            tx.logCreatedAs(EmailType.MARKED_DELETED, n);
        }
        for (long mailbox : mailboxes) {
            UidRows.setDeleted(sql, mailbox, List.of(n), true);
            tx.joined(EmailType.MARKED_DELETED, n, mailbox);
            marks.add(mailbox);
        }
    }

    private void unmark(long n, long mailbox, Map<Long, Set<Long>> deleted) {
        Set<Long> marks = requireNonNull(deleted.get(n));
        UidRows.setDeleted(sql, mailbox, List.of(n), false);
        marks.remove(mailbox);
        if (marks.isEmpty()) {
            deleted.remove(n);
            tx.logDestroyed(EmailType.MARKED_DELETED, n);
        } else {
            tx.left(EmailType.MARKED_DELETED, n, mailbox);
        }
    }
}
