package svc.cap.mail.table;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Entries added to and removed from ordered lists, to be applied to their blocks. Not thread-safe. */
public final class ListDeltas {

    private final Map<Long, NavigableMap<ReceivedKey, Integer>> moves = new HashMap<>();

    /** Returns the number of the list that contains the emails of a mailbox, or of the whole account. */
    public static long emails(long mailbox) {
        return mailbox * 2;
    }

    /** Returns the number of the list that contains the threads of a mailbox, or of the whole account. */
    public static long threads(long mailbox) {
        return mailbox * 2 + 1;
    }

    /** Used as the mailbox number for lists of the whole account. */
    public static final long ACCOUNT = 0;

    public void add(long list, ReceivedKey key) {
        add(list, key, 1);
    }

    public void remove(long list, ReceivedKey key) {
        add(list, key, -1);
    }

    private void add(long list, ReceivedKey key, int change) {
        moves.computeIfAbsent(list, l -> new TreeMap<>()).merge(key, change, Integer::sum);
    }

    void forEach(BiConsumer<Long, NavigableMap<ReceivedKey, Integer>> action) {
        moves.forEach(action);
    }
}
