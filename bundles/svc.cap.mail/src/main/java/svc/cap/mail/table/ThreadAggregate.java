package svc.cap.mail.table;

/**
 * The email count, unread count and newest email of a thread, or of a thread in a mailbox, before and after a change.
 * Not thread-safe.
 */
public final class ThreadAggregate {

    private final int emailsBefore;
    private final int unreadBefore;
    private final ReceivedKey newestBefore;
    private int emails;
    private int unread;
    private ReceivedKey newest;
    private boolean stale;

    ThreadAggregate(int emails, int unread, ReceivedKey newest) {
        this.emails = emails;
        this.emailsBefore = emails;
        this.unread = unread;
        this.unreadBefore = unread;
        this.newest = newest;
        this.newestBefore = newest;
    }

    /** Returns the aggregate of a thread without emails. */
    public static ThreadAggregate empty() {
        return new ThreadAggregate(0, 0, ReceivedKey.FIRST);
    }

    public void emailAdded(ReceivedKey key) {
        emails++;
        if (key.compareTo(newest) > 0) {
            newest = key;
        }
    }

    public void emailRemoved(ReceivedKey key) {
        emails--;
        // The newest email must be read again if the removed email is the newest one now or was the newest one before
        // the change. The two can differ, because another email can have become the newest one in between.
        stale |= key.equals(newest) || key.equals(newestBefore);
    }

    public void unread(int more) {
        unread += more;
    }

    /** Returns whether the newest email has to be read again. */
    boolean stale() {
        return stale && emails > 0;
    }

    void newest(ReceivedKey found) {
        newest = found;
        stale = false;
    }

    public int emails() {
        return emails;
    }

    public int emailsBefore() {
        return emailsBefore;
    }

    public int unread() {
        return unread;
    }

    public int unreadBefore() {
        return unreadBefore;
    }

    public ReceivedKey newest() {
        return newest;
    }

    /** Returns whether the thread has no emails, so that its row must be deleted or does not exist. */
    public boolean isEmpty() {
        return emails == 0;
    }

    /**
     * Returns whether the number of emails or the newest email changed. Returns false if only the unread count changed.
     */
    boolean isMoved() {
        return emails != emailsBefore || !newest.equals(newestBefore);
    }

    boolean changed() {
        return isMoved() || unread != unreadBefore;
    }

    /** Adds the change of this thread's entry to the deltas of a thread list. */
    public void updateList(ListDeltas lists, long list) {
        if (isMoved() && emailsBefore > 0 && (isEmpty() || !newest.equals(newestBefore))) {
            lists.remove(list, newestBefore);
        }
        if (isMoved() && !isEmpty() && (emailsBefore == 0 || !newest.equals(newestBefore))) {
            lists.add(list, newest);
        }
    }
}
