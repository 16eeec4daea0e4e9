package svc.search.lucene;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/**
 * Keeps so many indexes open and no more. A reader that gave way to a newer one, or to another index, is closed a while later:
 * whoever was looking has then long been gone, since no snapshot is held for so long.
 */
final class Readers {

    /** How many indexes are open at most. */
    static final int MOST = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Readers.class);
    private static final Duration WHILE = Duration.ofMinutes(2);

    private final Clock clock;
    private final Set<TypeIndex> open = new LinkedHashSet<>();
    private boolean ended;

    Readers(Clock clock) {
        this.clock = clock;
    }

    /** Says that an index is open and in use; maybe another one must give way. */
    void used(TypeIndex index) {
        TypeIndex oldest = null;
        synchronized (this) {
            boolean first = !open.remove(index);
            open.add(index);
            if (first && ended) {
                clock.after(WHILE, index::close);
            }
            if (open.size() > MOST) {
                Iterator<TypeIndex> each = open.iterator();
                oldest = each.next();
                each.remove();
            }
        }
        if (oldest != null) {
            oldest.close();
        }
    }

    synchronized int open() {
        return open.size();
    }

    synchronized void forget(TypeIndex index) {
        open.remove(index);
    }

    /** Closes a reader a while later. */
    void retire(DirectoryReader reader) {
        clock.after(WHILE, () -> close(reader));
    }

    private static void close(DirectoryReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            LOG.warn("A reader of a search index could not be closed", e);
        }
    }

    /** Lets go of all of them. The last questions may still be looking, or even come. */
    void end() {
        Set<TypeIndex> indexes;
        synchronized (this) {
            ended = true;
            indexes = new HashSet<>(open);
        }
        indexes.forEach(TypeIndex::close);
    }
}
