package svc.store.memory;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.StateChange;
import svc.api.store.StateListener;

/** Tells the listeners what was committed: in the order of the commits, on the thread of whichever writer is there. */
final class Announcements {

    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);

    private final List<StateListener> listeners = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<StateChange> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock telling = new ReentrantLock();

    void listen(StateListener listener) {
        listeners.add(listener);
    }

    void forget(StateListener listener) {
        listeners.remove(listener);
    }

    /** Takes a change; called in the order of the commits. */
    void add(StateChange change) {
        waiting.add(change);
    }

    /** Tells what waits, unless somebody is at it; then that one tells it. */
    void tell() {
        while (!waiting.isEmpty() && !telling.isHeldByCurrentThread() && telling.tryLock()) {
            try {
                for (StateChange change = waiting.poll(); change != null; change = waiting.poll()) {
                    for (StateListener listener : listeners) {
                        tell(listener, change);
                    }
                }
            } finally {
                telling.unlock();
            }
        }
    }

    private static void tell(StateListener listener, StateChange change) {
        try {
            listener.changed(change);
        } catch (RuntimeException | LinkageError e) {
            LOG.error("{} failed to hear of a change", listener.getClass().getName(), e);
        }
    }
}
