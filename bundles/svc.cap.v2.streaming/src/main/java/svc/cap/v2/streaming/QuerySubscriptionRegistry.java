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

/**
 * The subscribed queries of all sign-ins. The subscriptions are kept in memory until the sign-in or the server ends.
 */
@Component(service = {QuerySubscriptionRegistry.class, MetricSource.class})
public final class QuerySubscriptionRegistry implements MetricSource {

    private static final int MOST_IDS = 500_000;

    /** The memory of a subscription without its ids, expressed as a number of ids. */
    private static final int COST = 100;

    private static final int RANDOM_BITS = 40;

    private final int max;
    private final String epoch = Long.toString(
            UUID.randomUUID().getMostSignificantBits() >>> (Long.SIZE - RANDOM_BITS), Character.MAX_RADIX);
    private final SignInRegistry<SignInSubscriptions> signIns;
    private long number;
    private long estimate;

    @Activate
    public QuerySubscriptionRegistry(@Reference Directory directory, @Reference Clock clock) {
        this(directory, clock, MOST_IDS);
    }

    QuerySubscriptionRegistry(Directory directory, Clock clock, int max) {
        this.max = max;
        this.signIns = new SignInRegistry<>(directory, clock, SignInSubscriptions::new, this::swept);
    }

    @Deactivate
    void stop() {
        signIns.stop();
    }

    /**
     * Returns a random text for this run of the server, which distinguishes its subscription numbers from those of
     * other runs.
     */
    String mark() {
        return epoch;
    }

    /**
     * Returns the id of a subscription.
     *
     * @param epoch the {@link #mark} of the run of the server that assigned the number
     * @param number the number of the subscription
     */
    static String id(String epoch, long number) {
        return "q" + epoch + "-" + QueryResumeToken.text(number);
    }

    /** Returns the id of a subscription. */
    String id(QuerySubscription one) {
        return id(epoch, one.number());
    }

    /** Returns a new number for a subscription. */
    synchronized long number() {
        return ++number;
    }

    /** Returns the number that {@link #number} returned last. */
    synchronized long last() {
        return number;
    }

    /** Returns the subscriptions of a sign-in. */
    SignInSubscriptions of(Caller caller) {
        return signIns.of(caller);
    }

    /** Adds a subscription; returns false when the sign-in has reached its limit. */
    synchronized boolean add(Caller caller, QuerySubscription one) {
        boolean added = of(caller).add(one);
        estimate += added ? COST + one.size() : 0;
        if (estimate > max) {
            shrink();
        }
        return added;
    }

    /**
     * Removes the earlier versions of all windows. Then removes the subscriptions of sign-ins without an open stream,
     * beginning with the sign-ins that were unused for the longest time, until enough memory is free. The clients
     * receive an event about the removal when they reconnect.
     */
    private void shrink() {
        signIns.all().forEach(one -> one.all().forEach(QuerySubscription::forget));
        long all = cost();
        for (SignInSubscriptions one : signIns.all()) {
            if (all > max / 2 && !one.open()) {
                all -= cost(one);
                signIns.remove(one);
            }
        }
        estimate = all;
    }

    private static long cost(SignInSubscriptions one) {
        return (long) COST * one.all().size() + one.size();
    }

    private long cost() {
        return signIns.all().stream().mapToLong(QuerySubscriptionRegistry::cost).sum();
    }

    private synchronized void swept() {
        estimate = cost();
        if (estimate > max) {
            shrink(); // windows can grow when results are added
        }
    }

    @Override
    public void collect(MetricSink sink) {
        long count = signIns.all().stream().mapToLong(one -> one.all().size()).sum();
        sink.gauge("query_subscriptions", "Number of query subscriptions.", (double) count);
    }
}
