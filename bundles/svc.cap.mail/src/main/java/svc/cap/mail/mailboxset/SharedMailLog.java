package svc.cap.mail.mailboxset;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.store.Visibility.InContainers;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;

/**
 * Compares the membership log with the emails and threads of watched mailboxes, and corrects it. Users with whom a mailbox
 * is shared calculate changes from this log.
 */
final class SharedMailboxLog {

    /** The number of changes of a transaction. */
    private static final int PORTION = 100;

    private SharedMailboxLog() {}

    /**
     * What the log has wrong of one type in one mailbox.
     *
     * @param missing the objects in the mailbox that are not in the log
     * @param excess the objects in the log that are not in the mailbox
     */
    record Difference(String type, long mailbox, Set<Long> missing, Set<Long> excess) {

        int size() {
            return missing.size() + excess.size();
        }
    }

    /** Returns the watched mailboxes of an account that have no more than some emails. */
    static List<Long> watched(Snapshot snapshot, long mostEmails) {
        Set<Long> watched = snapshot.watched(EmailType.TYPE);
        return watched.isEmpty()
                ? List.of()
                : snapshot.sql()
                        .selectIn(
                                "select n from mailbox where account = :account and n in (??) and emails <= ?",
                                watched,
                                row -> row.getLong(1),
                                mostEmails);
    }

    /** Returns what the log has wrong in a watched mailbox: the emails first, then the threads. */
    static List<Difference> differences(Snapshot snapshot, long mailbox) {
        List<Difference> wrong = new ArrayList<>();
        for (String type : List.of(EmailType.TYPE, ThreadType.TYPE)) {
            Set<Long> missing = inMailbox(snapshot.sql(), type, mailbox);
            Set<Long> excess = new HashSet<>(snapshot.members(type, mailbox));
            Set<Long> logged = Set.copyOf(excess);
            excess.removeAll(missing);
            missing.removeAll(logged);
            Difference difference = new Difference(type, mailbox, missing, excess);
            if (difference.size() > 0 && snapshot.isWatched(type, mailbox)) {
                wrong.add(difference);
            }
        }
        return wrong;
    }

    private static Set<Long> inMailbox(Sql sql, String type, long mailbox) {
        String query = type.equals(EmailType.TYPE)
                ? "select n from in_mailbox where account = :account and mailbox = ?"
                : "select thread from thread_in_mailbox where account = :account and mailbox = ?";
        return new HashSet<>(sql.select(query, row -> row.getLong(1), mailbox));
    }

    /** Corrects the log in portions. What has changed since the comparison stays as it is. */
    static void correct(Store store, Scope scope, Difference difference) {
        eachPortion(
                difference.missing(),
                numbers -> write(store, scope, tx -> {
                    Set<Long> present = present(tx.sql(), difference, numbers);
                    present.removeAll(
                            tx.visible(difference.type(), new InContainers(Set.of(difference.mailbox())), numbers));
                    present.retainAll(tx.lastChanges(difference.type(), numbers).keySet());
                    present.forEach(n -> tx.joined(difference.type(), n, difference.mailbox()));
                }));
        eachPortion(
                difference.excess(),
                numbers -> write(store, scope, tx -> {
                    Set<Long> gone = new HashSet<>(numbers);
                    gone.removeAll(present(tx.sql(), difference, numbers));
                    gone.forEach(n -> tx.left(difference.type(), n, difference.mailbox()));
                }));
    }

    private static Set<Long> present(Sql sql, Difference difference, List<Long> numbers) {
        String query = difference.type().equals(EmailType.TYPE)
                ? "select n from in_mailbox where account = :account and n in (??) and mailbox = ?"
                : "select thread from thread_in_mailbox where account = :account and thread in (??) and mailbox = ?";
        return new HashSet<>(sql.selectIn(query, numbers, row -> row.getLong(1), difference.mailbox()));
    }

    private static void eachPortion(Set<Long> numbers, Consumer<List<Long>> work) {
        List<Long> all = List.copyOf(numbers);
        for (int i = 0; i < all.size(); i += PORTION) {
            work.accept(all.subList(i, Math.min(i + PORTION, all.size())));
        }
    }

    private static void write(Store store, Scope scope, Consumer<Transaction> work) {
        store.write(scope, TransactionCallback.named("svc.cap.mail: correct the log of a shared mailbox", tx -> {
            work.accept(tx);
            return true;
        }));
    }
}
