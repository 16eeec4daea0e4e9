package svc.cap.mail.mailbox;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Pending changes of mailbox counts. Not thread-safe. */
public final class MailboxCountDeltas {

    private final Map<Long, Counts> moves = new TreeMap<>();

    /**
     * The four counts of a mailbox (RFC 8621 §2).
     *
     * @param emails the number of emails
     * @param unread the number of emails that are neither seen nor drafts
     * @param threads the number of threads with an email in the mailbox
     * @param unreadThreads the number of threads with an email in the mailbox that count as unread
     */
    public record Counts(int emails, int unread, int threads, int unreadThreads) {

        public static final Counts NONE = new Counts(0, 0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    emails + other.emails,
                    unread + other.unread,
                    threads + other.threads,
                    unreadThreads + other.unreadThreads);
        }
    }

    public void emails(long mailbox, int emails, int unread) {
        add(mailbox, new Counts(emails, unread, 0, 0));
    }

    public void threads(long mailbox, int threads, int unread) {
        add(mailbox, new Counts(0, 0, threads, unread));
    }

    private void add(long mailbox, Counts counts) {
        moves.merge(mailbox, counts, Counts::plus);
    }

    /** Calls the consumer for each mailbox with a change other than zero. */
    public void forEach(BiConsumer<Long, Counts> action) {
        moves.forEach((mailbox, counts) -> {
            if (!counts.equals(Counts.NONE)) {
                action.accept(mailbox, counts);
            }
        });
    }
}
