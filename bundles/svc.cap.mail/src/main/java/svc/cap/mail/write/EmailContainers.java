package svc.cap.mail.write;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Transaction;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.table.KeywordRows;
import svc.cap.mail.table.ThreadAggregate;
import svc.cap.mail.write.EmailWriteBatch.Change;

/**
 * Logs which emails and threads are in which containers: mailboxes and labels. The store records this only for watched
 * containers.
 *
 * <p>A thread is in the containers of its emails. If an email joins or leaves a container, the thread joins it, changes
 * in it or leaves it. Therefore a reader of the container, who sees only the emails in it, finds the thread among the
 * changes whenever the visible {@code emailIds} differ (RFC 8621 §3). An email that is created or destroyed elsewhere
 * also counts as a change of the thread, because the change log of the account has only one entry for it.
 */
final class EmailContainers {

    private final Transaction tx;
    private final ThreadAggregates threads;
    private final Set<ThreadInContainer> logged = new HashSet<>();

    private EmailContainers(Transaction tx, ThreadAggregates threads) {
        this.tx = tx;
        this.threads = threads;
    }

    private record ThreadInContainer(long thread, long container) {}

    /** Logs the containers of changed emails. All rows of the emails have been written. */
    static void log(Transaction tx, List<Change> changes, ThreadAggregates threads) {
        EmailContainers containers = new EmailContainers(tx, threads);
        changes.forEach(containers::log);
    }

    private void log(Change change) {
        EmailIndexKeys before = change.before();
        EmailIndexKeys after = change.after();
        if (before != null && after != null && before.hasContainersOf(after)) {
            return;
        }
        Map<Long, Long> earlier = before == null ? Map.of() : before.containers();
        Map<Long, Long> now = after == null ? Map.of() : after.containers();
        earlier.forEach((container, word) -> {
            if (!now.containsKey(container)) {
                tx.left(EmailType.TYPE, change.n(), container);
                logThread(change.thread(), container, word);
            }
        });
        now.forEach((container, word) -> {
            if (!earlier.containsKey(container)) {
                tx.joined(EmailType.TYPE, change.n(), container);
                logThread(change.thread(), container, word);
            }
        });
    }

    /** Logs the change of a thread in a container, once. */
    private void logThread(long thread, long container, long word) {
        ThreadAggregate aggregate = threads.aggregate(thread);
        boolean destroyed = aggregate != null && aggregate.isEmpty();
        if (!destroyed
                && logged.add(new ThreadInContainer(thread, container))
                && tx.joined(ThreadType.TYPE, thread, container)
                && !isIn(thread, container, word)) {
            tx.left(ThreadType.TYPE, thread, container);
        }
    }

    private boolean isIn(long thread, long container, long word) {
        return word == EmailIndexKeys.NO_WORD
                ? threads.isIn(thread, container)
                : KeywordRows.isInThread(tx.sql(), word, thread);
    }
}
