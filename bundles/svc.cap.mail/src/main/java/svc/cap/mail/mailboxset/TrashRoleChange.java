package svc.cap.mail;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.store.Transaction;

/**
 * Another mailbox is the trash now: which messages count for unread threads is another question then (RFC 8621 §2). It is worked
 * out anew for the threads that are in either. Seldom, and as long as these are many. For one thread.
 */
final class TrashMove {

    /** Of a thread in another mailbox than the trash all of its unread messages count that are not in the trash alone. */
    private static final String THREADS = "update thread set unread = (select count(*) from email e"
            + " where e.account = :account and e.thread = thread.n and e.flags & 3 = 0 and exists"
            + " (select 1 from in_mailbox i where i.account = :account and i.n = e.n and i.mailbox <> ?))"
            + " where account = :account and n in"
            + " (select t.thread from thread_in_mailbox t where t.account = :account and t.mailbox in (?, ?))";

    private static final String UNREAD = "select p.mailbox, count(*) from thread_in_mailbox p"
            + " join thread t on t.account = :account and t.n = p.thread"
            + " where p.account = :account and (case when p.mailbox = ? then p.unread else t.unread end) > 0"
            + " group by p.mailbox";

    private final Transaction tx;

    TrashMove(Transaction tx) {
        this.tx = tx;
    }

    /** The numbers of mailboxes; one that no mailbox has for none. */
    void from(long before, long after) {
        tx.sql().change(THREADS, after, before, after);
        Map<Long, Integer> unread = new HashMap<>();
        tx.sql().select(UNREAD, row -> unread.put(row.number(1), (int) row.number(2)), after);
        List<Mailbox> all = MailboxRows.all(tx.sql(), Integer.MAX_VALUE);
        CountMoves counts = new CountMoves();
        for (Mailbox mailbox : all) {
            counts.threads(
                    mailbox.n(),
                    0,
                    unread.getOrDefault(mailbox.n(), 0) - mailbox.counts().unreadThreads());
        }
        counts.forEach((mailbox, moved) -> {
            MailboxRows.count(tx.sql(), mailbox, moved);
            tx.updated(Mailbox.TYPE, mailbox, Mailbox.COUNTS);
        });
    }
}
