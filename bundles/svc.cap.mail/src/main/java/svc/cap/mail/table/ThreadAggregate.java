package svc.cap.mail;

/** What is counted of a thread, or of a thread in a mailbox, while it changes. For one thread. */
final class Tally {

    private final int emailsBefore;
    private final int unreadBefore;
    private final Key newestBefore;
    private int emails;
    private int unread;
    private Key newest;
    private boolean stale;

    Tally(int emails, int unread, Key newest) {
        this.emails = emails;
        this.emailsBefore = emails;
        this.unread = unread;
        this.unreadBefore = unread;
        this.newest = newest;
        this.newestBefore = newest;
    }

    /** Nothing was there so far. */
    static Tally none() {
        return new Tally(0, 0, Key.FIRST);
    }

    void came(Key key) {
        emails++;
        if (key.compareTo(newest) > 0) {
            newest = key;
        }
    }

    void went(Key key) {
        emails--;
        // Also when another one came that was the newest for a while: then it is looked for once more, and found.
        stale |= key.equals(newest) || key.equals(newestBefore);
    }

    void unread(int more) {
        unread += more;
    }

    /** Whether the newest one has to be looked for. */
    boolean stale() {
        return stale && emails > 0;
    }

    void newest(Key found) {
        newest = found;
        stale = false;
    }

    int emails() {
        return emails;
    }

    int emailsBefore() {
        return emailsBefore;
    }

    int unread() {
        return unread;
    }

    int unreadBefore() {
        return unreadBefore;
    }

    Key newest() {
        return newest;
    }

    /** Whether its row is to be deleted, or was never there. */
    boolean gone() {
        return emails == 0;
    }

    /** Whether anything but the count of unread messages is another. */
    boolean moved() {
        return emails != emailsBefore || !newest.equals(newestBefore);
    }

    boolean changed() {
        return moved() || unread != unreadBefore;
    }

    /** Tells what became of its place in a list of threads. */
    void place(ListMoves lists, long list) {
        if (moved() && emailsBefore > 0 && (gone() || !newest.equals(newestBefore))) {
            lists.out(list, newestBefore);
        }
        if (moved() && !gone() && (emailsBefore == 0 || !newest.equals(newestBefore))) {
            lists.in(list, newest);
        }
    }
}
