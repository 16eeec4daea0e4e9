package svc.cap.v2.streaming;

import java.util.UUID;
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

    private final int most;
    private final String mark = Long.toString(
            UUID.randomUUID().getMostSignificantBits() >>> (Long.SIZE - RANDOM_BITS), Character.MAX_RADIX);
    private final SignIns<Subscriptions> signIns;
    private long number;
    private long estimate;

    /** Nobody follows anything. */
    @Activate
    public Subscribers(@Reference Directory directory, @Reference Clock clock) {
        this(directory, clock, MOST_IDS);
    }

    Subscribers(Directory directory, Clock clock, int most) {
        this.most = most;
        this.signIns = new SignIns<>(directory, clock, Subscriptions::new, this::swept);
    }

    @Deactivate
    void stop() {
        signIns.stop();
    }

    /** What tells the numbers of this run of the server from those of another one. */
    String mark() {
        return mark;
    }

    /** The id of a subscription of some run of the server. */
    static String id(String mark, long number) {
        return "q" + mark + "-" + Claim.text(number);
    }

    /** The id of a subscription. */
    String id(Subscription one) {
        return id(mark, one.number());
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
    Subscriptions of(Caller caller) {
        return signIns.of(caller);
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
        signIns.all().forEach(one -> one.all().forEach(Subscription::forget));
        long all = cost();
        for (Subscriptions one : signIns.all()) {
            if (all > most / 2 && !one.open()) {
                all -= cost(one);
                signIns.remove(one);
            }
        }
        estimate = all;
    }

    private static long cost(Subscriptions one) {
        return (long) COST * one.all().size() + one.size();
    }

    private long cost() {
        return signIns.all().stream().mapToLong(Subscribers::cost).sum();
    }

    private synchronized void swept() {
        estimate = cost();
        if (estimate > most) {
            shrink(); // windows fill as results grow
        }
    }

    @Override
    public void tell(MetricSink sink) {
        long count = signIns.all().stream().mapToLong(one -> one.all().size()).sum();
        sink.gauge("query_subscriptions", "Queries that clients follow", (double) count);
    }
}
