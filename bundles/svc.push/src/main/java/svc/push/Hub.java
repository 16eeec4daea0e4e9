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
import svc.api.jmap.Sights;
import svc.api.push.Stream;
import svc.api.push.Streams;
import svc.api.store.StateBus;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/**
 * Everybody who stays connected. Changes are heard on the thread that tells them and written by a few threads of this hub, none
 * of which ever waits for a client.
 */
@Component(
        service = {Hub.class, Streams.class},
        configurationPid = "svc.push",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = PushConfig.class)
public final class Hub implements Streams {

    private static final Logger LOG = LoggerFactory.getLogger(Hub.class);
    private static final int WRITERS = 2;

    /** How soon the end of a sign-in is noticed while nothing else happens. */
    private static final Duration WATCH = Duration.ofSeconds(1);

    private final int most;
    private final Clock clock;
    private final Feed.Ground ground;
    private final StateBus.Listening listening;
    private final ExecutorService writers;
    private final Map<Long, List<Feed>> feeds = new HashMap<>();
    private boolean stopped;
    private Alarm nextWatch;

    /** Listens from now on. */
    @Activate
    public Hub(
            PushConfig config,
            @Reference Store store,
            @Reference StateBus bus,
            @Reference Sights sights,
            @Reference Directory directory,
            @Reference Clock clock) {
        this.most = config.streams_per_account();
        this.clock = clock;
        Tracks tracks = new Tracks(store);
        this.ground = new Feed.Ground(sights, directory, tracks, clock, this::run, this::gone);
        AtomicInteger numbers = new AtomicInteger();
        this.writers = Executors.newFixedThreadPool(WRITERS, work -> {
            Thread thread = new Thread(work, "svc-push-" + numbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.listening = bus.listen(tracks);
        this.nextWatch = clock.after(WATCH, this::watch);
    }

    @Deactivate
    void stop() {
        listening.close();
        synchronized (feeds) {
            stopped = true;
            nextWatch.cancel();
        }
        writers.shutdown();
    }

    @Override
    public int most() {
        return most;
    }

    @Override
    public Optional<Stream> open(Caller caller, Runnable work) {
        return feed(caller, work).map(feed -> feed);
    }

    /** Lets somebody in; empty when the account has as many as it may. */
    Optional<Feed> feed(Caller caller, Runnable work) {
        Feed feed = new Feed(caller, work, ground);
        synchronized (feeds) {
            List<Feed> ofAccount = feeds.computeIfAbsent(caller.account().n(), n -> new ArrayList<>(1));
            if (ofAccount.size() >= most) {
                return Optional.empty();
            }
            ofAccount.add(feed);
        }
        return Optional.of(feed);
    }

    private void gone(Feed feed) {
        long n = feed.caller().account().n();
        synchronized (feeds) {
            List<Feed> ofAccount = feeds.getOrDefault(n, new ArrayList<>());
            ofAccount.remove(feed);
            if (ofAccount.isEmpty()) {
                feeds.remove(n);
            }
        }
    }

    private void run(Runnable work) {
        try {
            writers.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("Nobody is told any more", e);
        }
    }

    private void watch() {
        List<Feed> all;
        synchronized (feeds) {
            if (stopped) {
                return;
            }
            nextWatch = clock.after(WATCH, this::watch);
            all = feeds.values().stream().flatMap(Collection::stream).toList();
        }
        all.forEach(Feed::watch);
    }
}
