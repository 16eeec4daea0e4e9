package svc.cap.mail.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.Sql;
import svc.cap.mail.table.OrderedList;
import svc.cap.mail.table.ReceivedKey;

/**
 * The emails that are in at least one of some mailboxes, in the order of their keys. The lists of the mailboxes are read
 * page by page, each as far as the result needs it. Not thread-safe.
 */
final class MergedLists implements EmailCursor.Pages {

    /** The number of emails that are read of a mailbox at once. */
    private static final int AHEAD = 64;

    private final Sql sql;
    private final boolean ascending;
    private final Set<Long> mailboxes;
    private final PriorityQueue<Unread> lists;
    private boolean began;
    private @Nullable ReceivedKey last;

    MergedLists(Sql sql, Set<Long> mailboxes, boolean ascending) {
        this.sql = sql;
        this.mailboxes = mailboxes;
        this.ascending = ascending;
        Comparator<ReceivedKey> order = Comparator.naturalOrder();
        this.lists = new PriorityQueue<>(Comparator.comparing(Unread::first, ascending ? order : order.reversed()));
    }

    /** The next emails of a mailbox: one or more. */
    private record Unread(long mailbox, Deque<ReceivedKey> keys) {

        ReceivedKey first() {
            return keys.element();
        }
    }

    @Override
    public List<ReceivedKey> page(ReceivedKey bound, int max) {
        if (!began) {
            began = true;
            mailboxes.forEach(mailbox -> read(mailbox, bound));
        }
        List<ReceivedKey> page = new ArrayList<>();
        while (page.size() < max && !lists.isEmpty()) {
            Unread list = lists.remove();
            ReceivedKey key = list.keys.remove();
            if (!key.equals(last)) { // an email in several mailboxes
                page.add(key);
                last = key;
            }
            if (list.keys.isEmpty()) {
                read(list.mailbox, ascending ? new ReceivedKey(key.received(), key.n() + 1) : key);
            } else {
                lists.add(list);
            }
        }
        return page;
    }

    private void read(long mailbox, ReceivedKey bound) {
        OrderedList list = OrderedList.EMAILS;
        List<ReceivedKey> keys = ascending
                ? list.ascending(sql, mailbox, bound, AHEAD, 0)
                : list.descending(sql, mailbox, bound, AHEAD, 0);
        if (!keys.isEmpty()) {
            lists.add(new Unread(mailbox, new ArrayDeque<>(keys)));
        }
    }
}
