package svc.cap.mail;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** What goes into lists and out of them: for the blocks by which places are found. For one thread. */
final class ListMoves {

    private final Map<Long, NavigableMap<Key, Integer>> moves = new HashMap<>();

    /** The list of a mailbox, or of the whole account. */
    static long emails(long mailbox) {
        return mailbox * 2;
    }

    /** The list of the threads of a mailbox, or of the whole account. */
    static long threads(long mailbox) {
        return mailbox * 2 + 1;
    }

    /** Stands in place of a mailbox for the whole account. */
    static final long ACCOUNT = 0;

    void in(long list, Key key) {
        add(list, key, 1);
    }

    void out(long list, Key key) {
        add(list, key, -1);
    }

    private void add(long list, Key key, int change) {
        moves.computeIfAbsent(list, l -> new TreeMap<>()).merge(key, change, Integer::sum);
    }

    void forEach(BiConsumer<Long, NavigableMap<Key, Integer>> each) {
        moves.forEach(each);
    }
}
