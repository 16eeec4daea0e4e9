package svc.store.sqlite.writer;

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
import svc.api.store.State;
import svc.api.store.StateChange;
import svc.api.store.StateListener;

/**
 * Notifies the listeners of committed changes on a separate thread, so that a slow listener does not delay the writer.
 * Pending changes are merged by scope, so their number is bounded by the number of accounts.
 */
public final class StateChangePublisher {

    private static final Logger LOG = LoggerFactory.getLogger(StateChangePublisher.class);

    private final List<StateListener> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition something = lock.newCondition();
    private final Map<Long, StateChange> waiting = new LinkedHashMap<>();
    private final Thread thread = new Thread(this::work, "svc-store-announcer");
    private boolean closed;

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    public void listen(StateListener listener) {
        listeners.add(listener);
    }

    public void forget(StateListener listener) {
        listeners.remove(listener);
    }

    /** Queues the changes of a group. */
    public void announce(CommitGroup group) {
        lock.lock();
        try {
            for (QueuedWrite<?> unit : group.units()) {
                if (!unit.failed()) {
                    unit.announcements()
                            .forEach((account, change) -> waiting.merge(account, change, StateChangePublisher::merged));
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
        return new StateChange(later.account(), states);
    }

    private void work() {
        for (StateChange change = next(); change != null; change = next()) {
            for (StateListener listener : listeners) {
                notifyListener(listener, change);
            }
        }
    }

    private static void notifyListener(StateListener listener, StateChange change) {
        try {
            listener.changed(change);
        } catch (Throwable t) {
            LOG.error("State listener {} failed", listener.getClass().getName(), t);
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

    /** Publishes the pending changes, then ends. */
    public void close(long patienceMillis) {
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
