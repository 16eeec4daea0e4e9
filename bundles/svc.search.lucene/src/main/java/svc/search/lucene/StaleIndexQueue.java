package svc.search.lucene;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import svc.api.time.Clock;

/** The indexes that are behind, the one that has been so for longest first, and those that will be looked at in a while. Any thread. */
final class Agenda {

    private final Clock clock;
    private final Set<IndexKey> due = new LinkedHashSet<>();
    private final Set<IndexKey> waiting = new LinkedHashSet<>();

    Agenda(Clock clock) {
        this.clock = clock;
    }

    /** Takes one up after a while, and then does something; one that waits already does not wait longer. */
    void later(IndexKey key, Duration delay, Runnable then) {
        synchronized (this) {
            if (!waiting.add(key)) {
                return;
            }
        }
        clock.after(delay, () -> {
            synchronized (this) {
                waiting.remove(key);
                due.add(key);
            }
            then.run();
        });
    }

    synchronized void add(IndexKey key) {
        due.add(key);
    }

    synchronized Optional<IndexKey> first() {
        Iterator<IndexKey> each = due.iterator();
        return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
    }

    synchronized void done(IndexKey key) {
        due.remove(key);
    }

    /** Whether none is to be followed now. */
    synchronized boolean rests() {
        return due.isEmpty();
    }

    /** How many there are, those that will be looked at in a while included. */
    synchronized int size() {
        Set<IndexKey> all = new HashSet<>(due);
        all.addAll(waiting);
        return all.size();
    }
}
