package svc.store.memory;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.MultiScopeCallback;
import svc.api.store.MultiScopeCallback.Joint;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.State;
import svc.api.store.StateChange;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/**
 * The store in maps. A read takes the root that is there; a write works on copies and puts a new root in its place. Nothing
 * is kept when the server stops, and there are no tables.
 */
@Component
public final class MemoryStore implements Store {

    private static final Logger LOG = LoggerFactory.getLogger(MemoryStore.class);

    private final Clock clock;
    private final Announcements announcements = new Announcements();
    private final ReentrantLock writing = new ReentrantLock(true);
    private final Map<Thread, Root> reading = new ConcurrentHashMap<>();
    private volatile Root root = Root.empty();
    private volatile boolean closed;

    /** Begins empty. */
    @Activate
    public MemoryStore(@Reference Clock clock) {
        this.clock = clock;
    }

    /** Tells this listener what is committed from now on. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "forget")
    public void listen(StateListener listener) {
        announcements.listen(listener);
    }

    void forget(StateListener listener) {
        announcements.forget(listener);
    }

    /** Takes no more work. */
    @Deactivate
    public void close() {
        closed = true;
    }

    private void open() {
        if (closed) {
            throw new StoreException(StoreException.Kind.STOPPED, "The server is stopping.", null);
        }
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> work) {
        open();
        if (writing.isHeldByCurrentThread()) {
            throw new IllegalStateException("A write reads with its own transaction");
        }
        Thread thread = Thread.currentThread();
        Root outer = reading.get(thread);
        Root moment = outer == null ? root : outer;
        reading.put(thread, moment);
        try (Work running = new Work(moment, Set.of())) {
            return work.run(new MemorySnapshot(scope, running));
        } finally {
            if (outer == null) {
                reading.remove(thread);
            }
        }
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> work) {
        return commit(Set.of(scope), joint -> work.run(joint.of(scope)));
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> work) {
        return commit(scopes, work::run);
    }

    private <R> R commit(Set<Scope> scopes, Function<Joint, R> work) {
        open();
        if (writing.isHeldByCurrentThread() || reading.containsKey(Thread.currentThread())) {
            throw new IllegalStateException("A write cannot begin inside another work of the store");
        }
        R result;
        writing.lock();
        try (Work running = new Work(root, scopes)) {
            result = work.apply(running);
            publish(running.draft(), scopes);
            running.later().forEach(MemoryStore::run);
        } finally {
            writing.unlock();
        }
        announcements.tell();
        return result;
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError e) {
            LOG.error("What was to follow a commit failed", e);
        }
    }

    private void publish(Draft draft, Set<Scope> scopes) {
        Instant now = clock.now();
        draft.changed().forEach(key -> draft.own(key).tick(now));
        root = draft.root();
        for (Scope scope : scopes) {
            Map<String, State> states = new HashMap<>();
            for (TypeKey key : draft.changed()) {
                if (key.account() == scope.n()) {
                    long epoch = root.account(scope.n()).epoch();
                    states.put(key.type(), new State(epoch, draft.read(key).head()));
                }
            }
            if (!states.isEmpty()) {
                announcements.add(new StateChange(scope, states));
            }
        }
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        open();
        return new MemoryJob(this, scope, slice, clock).start();
    }
}
