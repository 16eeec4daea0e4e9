package svc.push;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ReadableData;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.push.SharedStates;
import svc.api.store.Scope;
import svc.api.store.StateBus;
import svc.api.store.StateChange;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/**
 * Reads the states of shared accounts and tenants again after each of their changes, once for all users who see the same
 * containers. A change of an account that no client follows costs one map lookup. Thread-safe.
 */
@Component(
        service = SharedStates.class,
        configurationPid = "svc.push",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class SharedStateFeed implements SharedStates {

    private static final Logger LOG = LoggerFactory.getLogger(SharedStateFeed.class);

    /** The interval at which the feed checks whether shares have changed. */
    private static final Duration WATCH = Duration.ofSeconds(1);

    private final boolean enabled;
    private final SharedStateFollower.Dependencies dependencies;
    private final Clock clock;
    private final ExecutorService thread;
    private final CoalescingTask check = new CoalescingTask(this::run, this::check);
    private final Map<Long, FollowedScope> scopes = new ConcurrentHashMap<>();
    private final Set<SharedStateFollower> followers = ConcurrentHashMap.newKeySet();
    private final StateBus.Registration registration;
    private final Object lock = new Object();
    private boolean stopped;
    private Alarm nextWatch = () -> false;

    @Activate
    public SharedStateFeed(
            PushConfig config,
            @Reference Store store,
            @Reference StateBus bus,
            @Reference ReadableData readableData,
            @Reference ReadableTypes readableTypes,
            @Reference Clock clock) {
        this.enabled = config.shared_accounts();
        this.dependencies =
                new SharedStateFollower.Dependencies(store, readableData, readableTypes, this::join, this::leave);
        this.clock = clock;
        this.thread = Executors.newSingleThreadExecutor(work -> {
            Thread started = new Thread(work, "svc-push-shared");
            started.setDaemon(true);
            return started;
        });
        this.registration = enabled ? bus.listen(this::changed) : () -> {};
        if (enabled) {
            scheduleWatch();
        }
    }

    @Deactivate
    void stop() {
        registration.close();
        synchronized (lock) {
            stopped = true;
            nextWatch.cancel();
        }
        thread.shutdown();
    }

    private record FollowedScope(Scope scope, Set<SharedStateFollower> followers, CoalescingTask refresh) {}

    @Override
    public Set<String> types(Caller caller) {
        Set<String> types = new HashSet<>();
        if (enabled) {
            dependencies.readableData().of(caller).forEach(part -> types.addAll(part.types()));
        }
        return types;
    }

    @Override
    public Follower follow(Caller caller, Predicate<String> wanted, Runnable onChange) {
        if (!enabled) {
            return new NoStates();
        }
        SharedStateFollower follower = new SharedStateFollower(caller, wanted, onChange, dependencies);
        followers.add(follower);
        follower.onClose(() -> followers.remove(follower));
        return follower;
    }

    private record NoStates() implements Follower {

        @Override
        public States states() {
            return States.NONE;
        }

        @Override
        public void close() {}
    }

    private void join(SharedStateFollower follower, Scope scope) {
        scopes.compute(scope.n(), (n, known) -> {
            FollowedScope followed = known == null
                    ? new FollowedScope(
                            scope, ConcurrentHashMap.newKeySet(), new CoalescingTask(this::run, () -> refresh(scope)))
                    : known;
            followed.followers().add(follower);
            return followed;
        });
    }

    private void leave(SharedStateFollower follower, Scope scope) {
        scopes.computeIfPresent(scope.n(), (n, known) -> {
            known.followers().remove(follower);
            return known.followers().isEmpty() ? null : known;
        });
    }

    private void changed(StateChange change) {
        FollowedScope followed = scopes.get(change.account());
        if (followed != null) {
            followed.refresh().request();
        }
    }

    private void refresh(Scope scope) {
        FollowedScope followed = scopes.get(scope.n());
        if (followed != null) {
            notify(SharedStateFollower.refresh(dependencies.store(), scope, List.copyOf(followed.followers())));
        }
    }

    private void check() {
        notify(followers.stream().filter(SharedStateFollower::update).toList());
    }

    private static void notify(Collection<SharedStateFollower> changed) {
        changed.forEach(SharedStateFollower::notifyChanged);
    }

    private void scheduleWatch() {
        synchronized (lock) {
            if (!stopped) {
                nextWatch = clock.schedule(WATCH, () -> {
                    scheduleWatch();
                    if (followers.stream().anyMatch(SharedStateFollower::isOutdated)) {
                        check.request();
                    }
                });
            }
        }
    }

    private void run(Runnable work) {
        try {
            thread.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("The server stops; a task was dropped", e);
        }
    }

    /** Returns the number of scopes that are followed. */
    int size() {
        return scopes.size();
    }
}
