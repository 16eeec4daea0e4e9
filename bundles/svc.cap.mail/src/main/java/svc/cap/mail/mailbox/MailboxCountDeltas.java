package svc.cap.mail;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** By how much the counts of mailboxes change. For one thread. */
final class CountMoves {

    private final Map<Long, Counts> moves = new TreeMap<>();

    /**
     * The four counts of a mailbox (RFC 8621 §2).
     *
     * @param emails messages
     * @param unread those that are neither seen nor drafts
     * @param threads threads with a message in it
     * @param unreadThreads those that somebody who opens it would see as unread
     */
    record Counts(int emails, int unread, int threads, int unreadThreads) {

        static final Counts NONE = new Counts(0, 0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    emails + other.emails,
                    unread + other.unread,
                    threads + other.threads,
                    unreadThreads + other.unreadThreads);
        }
    }

    void emails(long mailbox, int emails, int unread) {
        add(mailbox, new Counts(emails, unread, 0, 0));
    }

    void threads(long mailbox, int threads, int unread) {
        add(mailbox, new Counts(0, 0, threads, unread));
    }

    private void add(long mailbox, Counts counts) {
        moves.merge(mailbox, counts, Counts::plus);
    }

    /** Those that really are another. */
    void forEach(BiConsumer<Long, Counts> each) {
        moves.forEach((mailbox, counts) -> {
            if (!counts.equals(Counts.NONE)) {
                each.accept(mailbox, counts);
            }
        });
    }
}
