package svc.cap.mail.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.table.ReceivedKey;

/**
 * The emails that are in at least one of some lists, in the order of their keys. The lists are read page by page, each as
 * far as the result needs it. Not thread-safe.
 */
final class MergedLists implements EmailCursor.Pages {

    /** The number of emails that are read of a list at once. */
    private static final int AHEAD = 64;

    private final List<EmailCursor.Pages> lists;
    private final boolean ascending;
    private final PriorityQueue<Unread> unread;
    private boolean began;
    private @Nullable ReceivedKey last;

    MergedLists(List<EmailCursor.Pages> lists, boolean ascending) {
        this.lists = lists;
        this.ascending = ascending;
        Comparator<ReceivedKey> order = Comparator.naturalOrder();
        this.unread = new PriorityQueue<>(Comparator.comparing(Unread::first, ascending ? order : order.reversed()));
    }

    /** The next emails of a list: one or more. */
    private record Unread(EmailCursor.Pages list, Deque<ReceivedKey> keys) {

        ReceivedKey first() {
            return keys.element();
        }
    }

    @Override
    public List<ReceivedKey> page(ReceivedKey bound, int max) {
        if (!began) {
            began = true;
            lists.forEach(list -> read(list, bound));
        }
        List<ReceivedKey> page = new ArrayList<>();
        while (page.size() < max && !unread.isEmpty()) {
            Unread next = unread.remove();
            ReceivedKey key = next.keys.remove();
            if (!key.equals(last)) { // an email in several lists
                page.add(key);
                last = key;
            }
            if (next.keys.isEmpty()) {
                read(next.list, ascending ? new ReceivedKey(key.received(), key.n() + 1) : key);
            } else {
                unread.add(next);
            }
        }
        return page;
    }

    private void read(EmailCursor.Pages list, ReceivedKey bound) {
        List<ReceivedKey> keys = list.page(bound, AHEAD);
        if (!keys.isEmpty()) {
            unread.add(new Unread(list, new ArrayDeque<>(keys)));
        }
    }
}
