package svc.cap.mail.mailboxset;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.store.Visibility.InContainers;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.label.Label;
import svc.cap.mail.label.LabelRows;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.VisibleEmails;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.LabelKeyword;

/**
 * Compares the membership log with the emails and threads in watched mailboxes and with watched labels, and corrects it.
 * Users with whom such a container is shared calculate changes from this log.
 */
final class SharedMailLog {

    /** The number of changes of a transaction. */
    private static final int PORTION = 100;

    private SharedMailLog() {}

    /** A mailbox or label, with its number and its id. */
    record Container(long n, String id) {

        private InContainers alone() {
            return new InContainers(Set.of(n));
        }
    }

    /**
     * What the log has wrong of one type in one container.
     *
     * @param missing the objects in the container that are not in the log
     * @param excess the objects in the log that are not in the container
     */
    record Difference(String type, Container container, Set<Long> missing, Set<Long> excess) {

        int size() {
            return missing.size() + excess.size();
        }
    }

    /** Returns the watched mailboxes and labels of an account that have no more than some emails. */
    static List<Container> watched(Snapshot snapshot, long mostEmails) {
        Set<Long> watched = snapshot.watched(EmailType.TYPE);
        if (watched.isEmpty()) {
            return List.of();
        }
        Sql sql = snapshot.sql();
        List<Container> found = new ArrayList<>(sql.selectIn(
                "select n from mailbox where account = :account and n in (??) and emails <= ?",
                watched,
                row -> new Container(row.getLong(1), ObjectId.format(Mailbox.LETTER, row.getLong(1))),
                mostEmails));
        LabelRows.existing(sql, watched).stream()
                .filter(label -> KeywordDictionaryRows.find(sql, LabelKeyword.of(label)).stream()
                        .allMatch(word -> word.emails() <= mostEmails))
                .forEach(label -> found.add(new Container(label, ObjectId.format(Label.LETTER, label))));
        return found;
    }

    /** Returns what the log has wrong in a watched container: the emails first, then the threads. */
    static List<Difference> differences(Snapshot snapshot, Container container) {
        InContainers in = container.alone();
        List<Difference> wrong = new ArrayList<>();
        for (String type : List.of(EmailType.TYPE, ThreadType.TYPE)) {
            Set<Long> missing = new HashSet<>(
                    type.equals(EmailType.TYPE)
                            ? VisibleEmails.emails(snapshot.sql(), in, Integer.MAX_VALUE)
                            : VisibleEmails.threads(snapshot.sql(), in, Integer.MAX_VALUE));
            Set<Long> excess = new HashSet<>(snapshot.members(type, container.n()));
            Set<Long> logged = Set.copyOf(excess);
            excess.removeAll(missing);
            missing.removeAll(logged);
            Difference difference = new Difference(type, container, missing, excess);
            if (difference.size() > 0 && snapshot.isWatched(type, container.n())) {
                wrong.add(difference);
            }
        }
        return wrong;
    }

    /** Corrects the log in portions. What has changed since the comparison stays as it is. */
    static void correct(Store store, Scope scope, Difference difference) {
        eachPortion(
                difference.missing(),
                numbers -> write(store, scope, tx -> {
                    Set<Long> present = present(tx.sql(), difference, numbers);
                    present.removeAll(
                            tx.visible(difference.type(), difference.container().alone(), numbers));
                    present.retainAll(tx.lastChanges(difference.type(), numbers).keySet());
                    present.forEach(n -> tx.joined(
                            difference.type(), n, difference.container().n()));
                }));
        eachPortion(
                difference.excess(),
                numbers -> write(store, scope, tx -> {
                    Set<Long> gone = new HashSet<>(numbers);
                    gone.removeAll(present(tx.sql(), difference, numbers));
                    gone.forEach(n ->
                            tx.left(difference.type(), n, difference.container().n()));
                }));
    }

    private static Set<Long> present(Sql sql, Difference difference, List<Long> numbers) {
        InContainers in = difference.container().alone();
        return new HashSet<>(
                difference.type().equals(EmailType.TYPE)
                        ? VisibleEmails.among(sql, in, numbers)
                        : VisibleEmails.threadsAmong(sql, in, numbers));
    }

    private static void eachPortion(Set<Long> numbers, Consumer<List<Long>> work) {
        List<Long> all = List.copyOf(numbers);
        for (int i = 0; i < all.size(); i += PORTION) {
            work.accept(all.subList(i, Math.min(i + PORTION, all.size())));
        }
    }

    private static void write(Store store, Scope scope, Consumer<Transaction> work) {
        store.write(scope, TransactionCallback.named("svc.cap.mail: correct the log of shared mail", tx -> {
            work.accept(tx);
            return true;
        }));
    }
}
