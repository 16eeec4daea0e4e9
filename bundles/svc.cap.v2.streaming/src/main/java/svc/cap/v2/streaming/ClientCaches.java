package svc.cap.v2.streaming;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.observe.ObjectObserver;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.time.Clock;

/**
 * The caches of all sign-ins, and the property changes of their accounts. This component observes which objects clients
 * receive and which properties an update changes.
 */
@Component(service = {ClientCaches.class, ObjectObserver.class, MetricSource.class})
public final class ClientCaches implements ObjectObserver, MetricSource {

    /** The maximum number of objects per sign-in. */
    private static final int MOST_IN_SESSION = 5_000;

    private static final int MOST_DIFFERENCES = 4_096;
    private static final int MOST_KINDS = 10_000;

    /** The limits of the caches. */
    record Bounds(int inSession, int inAll, int differences) {}

    private final Bounds bounds;
    private final SignInRegistry<ClientCache> sessions;
    private final Map<Long, PropertyChangeLog> journals = new ConcurrentHashMap<>();
    private final Map<Set<String>, Set<String>> kinds = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong recordedAt = new AtomicLong();
    private final AtomicLong estimate = new AtomicLong();

    @Activate
    public ClientCaches(@Reference Directory directory, @Reference Clock clock) {
        this(directory, clock, new Bounds(MOST_IN_SESSION, 40 * MOST_IN_SESSION, MOST_DIFFERENCES));
    }

    ClientCaches(Directory directory, Clock clock, Bounds bounds) {
        this.bounds = bounds;
        this.sessions = new SignInRegistry<>(
                directory, clock, caller -> new ClientCache(caller, bounds.inSession()), this::swept);
    }

    @Deactivate
    void stop() {
        sessions.stop();
    }

    private synchronized void swept() {
        Set<Long> remaining = new HashSet<>();
        sessions.all()
                .forEach(session -> remaining.add(session.caller().account().n()));
        journals.keySet().retainAll(remaining);
    }

    /** Returns a number that no other stream has. */
    long number() {
        return numbers.incrementAndGet();
    }

    /** Returns the cache of a caller's sign-in. */
    synchronized ClientCache of(Caller caller) {
        journals.computeIfAbsent(caller.account().n(), n -> new PropertyChangeLog(bounds.differences()));
        return sessions.of(caller);
    }

    /** Returns the property changes of an account. */
    PropertyChangeLog journal(long account) {
        return journals.computeIfAbsent(account, n -> new PropertyChangeLog(bounds.differences()));
    }

    @Override
    public void objectsServed(ServedObjects objects) {
        if (objects.caller().account().n() == objects.scope().n()
                && !objects.numbers().isEmpty()) {
            of(objects.caller()).served(objects);
            if (estimate.addAndGet(objects.numbers().size()) > bounds.inAll()) {
                shrink();
            }
        }
    }

    /** Removes the caches that were not used for the longest time. */
    private synchronized void shrink() {
        long all = objects();
        for (ClientCache session : sessions.all()) {
            if (all > bounds.inAll() / 2) {
                all -= session.size();
                session.clear();
                if (!session.open()) {
                    sessions.remove(session);
                }
            }
        }
        estimate.set(all);
    }

    private long objects() {
        return sessions.all().stream().mapToLong(ClientCache::size).sum();
    }

    /** Returns one shared instance of equal sets. */
    private Set<String> one(Set<String> properties) {
        if (kinds.size() > MOST_KINDS) {
            kinds.clear();
        }
        return kinds.computeIfAbsent(properties, Set::copyOf);
    }

    @Override
    public boolean isInterested(Scope scope, String type) {
        return journals.containsKey(scope.n());
    }

    @Override
    public void objectsUpdated(List<ObjectUpdate> updates) {
        if (recordedAt.addAndGet(updates.size()) > bounds.inAll()) {
            journals.values().forEach(PropertyChangeLog::clear);
            recordedAt.set(0);
        }
        for (ObjectUpdate update : updates) {
            PropertyChangeLog journal = journals.get(update.scope().n());
            if (journal != null) {
                journal.record(update, one(update.properties()));
            }
        }
    }

    @Override
    public void collect(MetricSink sink) {
        long patches =
                journals.values().stream().mapToLong(PropertyChangeLog::size).sum();
        sink.gauge("patch_baselines", "Number of objects that the server knows clients to hold.", (double) objects());
        sink.gauge("patch_differences", "Number of cached object patches.", (double) patches);
    }
}
