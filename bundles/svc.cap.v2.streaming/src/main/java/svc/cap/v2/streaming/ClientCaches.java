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
import svc.api.jmap.Witness;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.time.Clock;

/**
 * What the clients of all sign-ins hold, each of its own account: hears what they are served, and in what objects differ from what
 * they were in accounts where that matters.
 */
@Component(service = {Holdings.class, Witness.class, MetricSource.class})
public final class Holdings implements Witness, MetricSource {

    /** Of each sign-in the objects that were touched last. */
    private static final int MOST_IN_SESSION = 5_000;

    private static final int MOST_DIFFERENCES = 4_096;
    private static final int MOST_KINDS = 10_000;

    /** How much is kept at most. */
    record Bounds(int inSession, int inAll, int differences) {}

    private final Bounds bounds;
    private final SignIns<DeviceSession> sessions;
    private final Map<Long, Journal> journals = new ConcurrentHashMap<>();
    private final Map<Set<String>, Set<String>> kinds = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong noted = new AtomicLong();
    private final AtomicLong estimate = new AtomicLong();

    /** Knows nothing of anybody. */
    @Activate
    public Holdings(@Reference Directory directory, @Reference Clock clock) {
        this(directory, clock, new Bounds(MOST_IN_SESSION, 40 * MOST_IN_SESSION, MOST_DIFFERENCES));
    }

    Holdings(Directory directory, Clock clock, Bounds bounds) {
        this.bounds = bounds;
        this.sessions =
                new SignIns<>(directory, clock, caller -> new DeviceSession(caller, bounds.inSession()), this::swept);
    }

    @Deactivate
    void stop() {
        sessions.stop();
    }

    private synchronized void swept() {
        Set<Long> left = new HashSet<>();
        sessions.all().forEach(session -> left.add(session.caller().account().n()));
        journals.keySet().retainAll(left);
    }

    /** A number that no other stream has. */
    long number() {
        return numbers.incrementAndGet();
    }

    /** The sign-in of a caller. */
    synchronized DeviceSession of(Caller caller) {
        journals.computeIfAbsent(caller.account().n(), n -> new Journal(bounds.differences()));
        return sessions.of(caller);
    }

    /** In what the objects of an account differ from what they were. */
    Journal journal(long account) {
        return journals.computeIfAbsent(account, n -> new Journal(bounds.differences()));
    }

    @Override
    public void served(Served served) {
        if (served.caller().account().n() == served.scope().n()
                && !served.numbers().isEmpty()) {
            of(served.caller()).served(served);
            if (estimate.addAndGet(served.numbers().size()) > bounds.inAll()) {
                shrink();
            }
        }
    }

    /** Who was not heard of for the longest time is forgotten first. */
    private synchronized void shrink() {
        long all = objects();
        for (DeviceSession session : sessions.all()) {
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
        return sessions.all().stream().mapToLong(DeviceSession::size).sum();
    }

    /** The same set once, however often it differs in that. */
    private Set<String> one(Set<String> properties) {
        if (kinds.size() > MOST_KINDS) {
            kinds.clear();
        }
        return kinds.computeIfAbsent(properties, Set::copyOf);
    }

    @Override
    public boolean minds(Scope scope, String type) {
        return journals.containsKey(scope.n());
    }

    @Override
    public void differ(List<Difference> differences) {
        if (noted.addAndGet(differences.size()) > bounds.inAll()) {
            journals.values().forEach(Journal::clear);
            noted.set(0);
        }
        for (Difference difference : differences) {
            Journal journal = journals.get(difference.scope().n());
            if (journal != null) {
                journal.note(difference, one(difference.properties()));
            }
        }
    }

    @Override
    public void tell(MetricSink sink) {
        long differences = journals.values().stream().mapToLong(Journal::size).sum();
        sink.gauge("patch_baselines", "Objects that clients are known to hold", (double) objects());
        sink.gauge("patch_differences", "Differences of objects that are remembered", (double) differences);
    }
}
