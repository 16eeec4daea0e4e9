package svc.store.sqlite;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.StateChange;
import svc.api.store.StateListener;

/**
 * Tells the listeners what was committed, on a thread of its own so that none of them holds the writer up. What waits is
 * merged by scope: it can never be more than there are accounts.
 */
final class Announcer {

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final List<StateListener> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition something = lock.newCondition();
    private final Map<Scope, StateChange> waiting = new LinkedHashMap<>();
    private final Thread thread = new Thread(this::work, "svc-store-announcer");
    private boolean closed;

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    void listen(StateListener listener) {
        listeners.add(listener);
    }

    void forget(StateListener listener) {
        listeners.remove(listener);
    }

    /** Takes what the units of a group changed. */
    void announce(CommitGroup group) {
        lock.lock();
        try {
            for (Unit<?> unit : group.units()) {
                if (!unit.failed()) {
                    unit.announcements().forEach((scope, change) -> waiting.merge(scope, change, Announcer::merged));
                }
            }
            something.signal();
        } finally {
            lock.unlock();
        }
    }

    private static StateChange merged(StateChange earlier, StateChange later) {
        Map<String, State> states = new HashMap<>(earlier.states());
        states.putAll(later.states());
        return new StateChange(later.scope(), states);
    }

    private void work() {
        for (StateChange change = next(); change != null; change = next()) {
            for (StateListener listener : listeners) {
                tell(listener, change);
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

    private @Nullable StateChange next() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                something.awaitUninterruptibly();
            }
            Iterator<StateChange> changes = waiting.values().iterator();
            if (!changes.hasNext()) {
                return null;
            }
            StateChange next = changes.next();
            changes.remove();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Tells what waits, then ends. */
    void close(long patienceMillis) {
        lock.lock();
        try {
            closed = true;
            something.signal();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(patienceMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
