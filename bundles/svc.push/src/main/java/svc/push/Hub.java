package svc.push;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.push.PushConnection;
import svc.api.push.PushConnections;
import svc.api.push.SharedStates;
import svc.api.store.StateBus;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/** The change streams of all connected clients. Two threads write to all clients; they never wait for a client. */
@Component(
        service = {Hub.class, PushConnections.class},
        configurationPid = "svc.push",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = PushConfig.class)
public final class Hub implements PushConnections {

    private static final Logger LOG = LoggerFactory.getLogger(Hub.class);
    private static final int WRITERS = 2;

    /** The interval at which the hub checks whether sign-ins have ended. */
    private static final Duration WATCH = Duration.ofSeconds(1);

    private final int limit;
    private final Clock clock;
    private final ChangeStream.Dependencies ownAccounts;
    private final ChangeStream.Dependencies allAccounts;
    private final StateBus.Registration registration;
    private final ExecutorService writers;
    private final Map<Long, List<ChangeStream>> streams = new HashMap<>();
    private boolean stopped;
    private Alarm nextWatch;

    @Activate
    public Hub(
            PushConfig config,
            @Reference Store store,
            @Reference StateBus bus,
            @Reference ReadableTypes readableTypes,
            @Reference Directory directory,
            @Reference SharedStates shared,
            @Reference Clock clock) {
        this.limit = config.streams_per_account();
        this.clock = clock;
        FollowedAccounts accounts = new FollowedAccounts(store);
        this.ownAccounts = new ChangeStream.Dependencies(
                readableTypes, directory, accounts, clock, this::run, this::onClose, Optional.empty());
        this.allAccounts = new ChangeStream.Dependencies(
                readableTypes, directory, accounts, clock, this::run, this::onClose, Optional.of(shared));
        AtomicInteger numbers = new AtomicInteger();
        this.writers = Executors.newFixedThreadPool(WRITERS, work -> {
            Thread thread = new Thread(work, "svc-push-" + numbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.registration = bus.listen(accounts);
        this.nextWatch = clock.schedule(WATCH, this::checkRights);
    }

    @Deactivate
    void stop() {
        registration.close();
        synchronized (streams) {
            stopped = true;
            nextWatch.cancel();
        }
        writers.shutdown();
    }

    @Override
    public int limitPerAccount() {
        return limit;
    }

    @Override
    public Optional<PushConnection> open(Caller caller, Runnable work) {
        return feed(caller, work, true).map(stream -> stream);
    }

    /**
     * Opens a stream; empty when the account has as many streams as the limit permits.
     *
     * @param withShared whether the stream also reports the states of shared accounts
     */
    Optional<ChangeStream> feed(Caller caller, Runnable work, boolean withShared) {
        ChangeStream stream = new ChangeStream(caller, work, withShared ? allAccounts : ownAccounts);
        synchronized (streams) {
            List<ChangeStream> ofAccount =
                    streams.computeIfAbsent(caller.account().n(), n -> new ArrayList<>(1));
            if (ofAccount.size() >= limit) {
                return Optional.empty();
            }
            ofAccount.add(stream);
        }
        return Optional.of(stream);
    }

    private void onClose(ChangeStream stream) {
        long n = stream.caller().account().n();
        synchronized (streams) {
            List<ChangeStream> ofAccount = streams.getOrDefault(n, new ArrayList<>());
            ofAccount.remove(stream);
            if (ofAccount.isEmpty()) {
                streams.remove(n);
            }
        }
    }

    private void run(Runnable work) {
        try {
            writers.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("The hub is stopped; a task was dropped", e);
        }
    }

    private void checkRights() {
        List<ChangeStream> all;
        synchronized (streams) {
            if (stopped) {
                return;
            }
            nextWatch = clock.schedule(WATCH, this::checkRights);
            all = streams.values().stream().flatMap(Collection::stream).toList();
        }
        all.forEach(ChangeStream::wakeIfRightsChanged);
    }
}
