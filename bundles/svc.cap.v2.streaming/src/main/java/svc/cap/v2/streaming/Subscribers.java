package svc.cap.v2.streaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.time.Clock;

/** The queries that all sign-ins follow: in memory, until the sign-in ends or the server does. */
@Component(service = {Subscribers.class, MetricSource.class})
public final class Subscribers implements MetricSource {

    private static final int MOST_IDS = 500_000;

    /** What a subscription costs beside its ids, in ids. */
    private static final int COST = 100;

    private static final int RANDOM_BITS = 40;
    private static final Duration SWEEP = Duration.ofMinutes(10);

    private final Directory directory;
    private final Clock clock;
    private final int most;
    private final String mark = Long.toString(
            UUID.randomUUID().getMostSignificantBits() >>> (Long.SIZE - RANDOM_BITS), Character.MAX_RADIX);
    private final Map<Key, Subscriptions> signIns = new LinkedHashMap<>(16, 0.75f, true);
    private long number;
    private long estimate;
    private Clock.@Nullable Alarm alarm;

    private record Key(long account, String device) {}

    /** Nobody follows anything. */
    @Activate
    public Subscribers(@Reference Directory directory, @Reference Clock clock) {
        this(directory, clock, MOST_IDS);
    }

    Subscribers(Directory directory, Clock clock, int most) {
        this.directory = directory;
        this.clock = clock;
        this.most = most;
        this.alarm = clock.after(SWEEP, this::sweep);
    }

    @Deactivate
    synchronized void stop() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    /** What tells the numbers of this run of the server from those of another one. */
    String mark() {
        return mark;
    }

    /** A number that no other subscription has. */
    synchronized long number() {
        return ++number;
    }

    /** The newest of those numbers. */
    synchronized long last() {
        return number;
    }

    /** Those of a sign-in. */
    synchronized Subscriptions of(Caller caller) {
        return signIns.computeIfAbsent(
                new Key(caller.account().n(), caller.device()), key -> new Subscriptions(caller));
    }

    /** Takes one in; false when the sign-in has as many as it may. */
    synchronized boolean add(Caller caller, Subscription one) {
        boolean added = of(caller).add(one);
        estimate += added ? COST + one.size() : 0;
        if (estimate > most) {
            shrink();
        }
        return added;
    }

    /** Whoever was not heard of for the longest time and does not listen is let go of first, and told when it comes again. */
    private void shrink() {
        signIns.values().forEach(one -> one.all().forEach(Subscription::forget));
        long all = signIns.values().stream().mapToLong(Subscribers::cost).sum();
        Iterator<Subscriptions> eldest = signIns.values().iterator();
        while (all > most / 2 && eldest.hasNext()) {
            Subscriptions one = eldest.next();
            if (!one.open()) {
                all -= cost(one);
                eldest.remove();
            }
        }
        estimate = all;
    }

    private static long cost(Subscriptions one) {
        return (long) COST * one.all().size() + one.size();
    }

    /** Forgets those who have signed out. */
    private void sweep() {
        List<Subscriptions> all;
        synchronized (this) {
            if (alarm == null) {
                return;
            }
            alarm = clock.after(SWEEP, this::sweep);
            all = new ArrayList<>(signIns.values());
        }
        List<Subscriptions> ended = all.stream()
                .filter(one -> !one.open() && !directory.present(one.caller()))
                .toList();
        synchronized (this) {
            signIns.values().removeAll(ended);
            estimate = signIns.values().stream().mapToLong(Subscribers::cost).sum();
            if (estimate > most) {
                shrink(); // windows fill as results grow
            }
        }
    }

    @Override
    public void tell(MetricSink sink) {
        long count;
        synchronized (this) {
            count = signIns.values().stream().mapToLong(one -> one.all().size()).sum();
        }
        sink.gauge("query_subscriptions", "Queries that clients follow", (double) count);
    }
}
