package svc.jobs;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.job.AccountJobHandler;
import svc.api.job.CrossAccountTaskHandler;
import svc.api.job.JobHandler;
import svc.api.job.JobLane;
import svc.api.store.Store;

/** The kinds of jobs for which bundles have registered a handler. Of two handlers with one name the first stays. */
@Component(service = JobKinds.class)
public final class JobKinds {

    private static final Logger LOG = LoggerFactory.getLogger(JobKinds.class);

    /** The prefix of the OSGi location of an extension. */
    private static final String EXTENSION = "extension:";

    private final StoredJobQueue queue;
    private final AccountScopes scopes;
    private final WorkAudit audit;
    private final Store store;
    private final Map<Object, JobKind> kinds = new LinkedHashMap<>();

    @Activate
    public JobKinds(
            @Reference StoredJobQueue queue,
            @Reference AccountScopes scopes,
            @Reference WorkAudit audit,
            @Reference Store store) {
        this.queue = queue;
        this.scopes = scopes;
        this.audit = audit;
        this.store = store;
    }

    /** The kinds of one lane. */
    record Lane(JobLane lane, List<JobKind> kinds) {}

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    public void addJobHandler(JobHandler handler) {
        add(handler, new JobKind.OfServer(handler.name(), handler.lane(), handler));
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void bindAccountJobHandler(AccountJobHandler handler, ServiceReference<AccountJobHandler> reference) {
        Bundle bundle = reference.getBundle();
        if (bundle != null) {
            addAccountJobHandler(handler, bundle.getSymbolicName(), bundle.getBundleId());
        }
    }

    /** Adds a handler of a bundle. */
    public void addAccountJobHandler(AccountJobHandler handler, String bundle, long bundleId) {
        add(handler, new JobKind.OfAccount(handler.name(), handler.lane(), handler, bundle, bundleId, scopes, audit));
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void bindTaskHandler(CrossAccountTaskHandler handler, ServiceReference<CrossAccountTaskHandler> reference) {
        Bundle bundle = reference.getBundle();
        if (bundle == null) {
            return;
        }
        boolean isPrivileged = handler.capability().isEmpty() || handler.crossesTenants();
        if (isPrivileged && bundle.getLocation().startsWith(EXTENSION)) {
            LOG.error(
                    "The handler of the tasks {} of the extension {} names no capability, or crosses tenants: not used",
                    handler.name(),
                    bundle.getSymbolicName());
        } else {
            addTaskHandler(handler, bundle.getBundleId());
        }
    }

    /** Adds a handler of a bundle. */
    public void addTaskHandler(CrossAccountTaskHandler handler, long bundleId) {
        add(handler, new JobKind.Tasks(handler.name(), handler.lane(), handler, bundleId, scopes, store));
    }

    private void add(Object handler, JobKind kind) {
        synchronized (this) {
            kinds.put(handler, kind);
        }
        queue.wake(); // jobs may have waited for the handler
    }

    /** Removes a handler. Its running jobs continue. */
    public synchronized void remove(Object handler) {
        kinds.remove(handler);
    }

    /** Returns the lanes with their kinds. */
    synchronized Collection<Lane> lanes() {
        Map<String, Lane> lanes = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>();
        for (JobKind kind : kinds.values()) {
            if (names.add(kind.name())) {
                Lane lane = lanes.computeIfAbsent(kind.lane().name(), name -> new Lane(kind.lane(), new ArrayList<>()));
                lane.kinds().add(kind);
                if (kind.lane().concurrency() < lane.lane().concurrency()) {
                    lanes.put(kind.lane().name(), new Lane(kind.lane(), lane.kinds()));
                }
            }
        }
        return lanes.values();
    }

    /** Returns the names of the kinds. */
    synchronized Set<String> names() {
        return kinds.values().stream().map(JobKind::name).collect(Collectors.toSet());
    }

    /** Returns the kind with a name. */
    synchronized Optional<JobKind> find(String name) {
        return kinds.values().stream().filter(kind -> kind.name().equals(name)).findFirst();
    }
}
