package svc.cap.v2.streaming;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Predicate;
import svc.api.identity.Caller;

/** The subscribed queries of one sign-in, and the streams that send their changes. Thread-safe. */
final class SignInSubscriptions implements SignInRegistry.Entry {

    /** The limit of subscriptions of a sign-in. */
    static final int MOST = 16;

    private final Caller caller;
    private final List<QuerySubscription> all = new CopyOnWriteArrayList<>();
    private final Set<Runnable> streams = new CopyOnWriteArraySet<>();
    private boolean running;
    private boolean due;

    SignInSubscriptions(Caller caller) {
        this.caller = caller;
    }

    @Override
    public Caller caller() {
        return caller;
    }

    /** Returns all subscriptions; ended subscriptions remain until another subscription is added. */
    List<QuerySubscription> all() {
        return all;
    }

    /** Returns whether the limit is reached. */
    boolean isFull() {
        return all.stream().filter(one -> one.ended().isEmpty()).count() >= MOST;
    }

    /** Adds a subscription; returns false when the limit is reached. */
    synchronized boolean add(QuerySubscription one) {
        if (isFull()) {
            return false;
        }
        all.removeIf(old -> old.ended().isPresent());
        all.add(one);
        return true;
    }

    /** Removes an active subscription; returns false when none matches. */
    synchronized boolean remove(Predicate<QuerySubscription> condition) {
        return all.removeIf(one -> one.ended().isEmpty() && condition.test(one));
    }

    /** Returns the number of stored ids. */
    int size() {
        return all.stream().mapToInt(QuerySubscription::size).sum();
    }

    /** Adds a stream. */
    void attach(Runnable notifyClient) {
        streams.add(notifyClient);
    }

    void detach(Runnable notifyClient) {
        streams.remove(notifyClient);
    }

    @Override
    public boolean open() {
        return !streams.isEmpty();
    }

    /** Wakes the streams, because there may be events. */
    void wake() {
        streams.forEach(Runnable::run);
    }

    /** Requests a round of queries; returns true if the caller must start the round. */
    synchronized boolean ask() {
        due = true;
        boolean mine = !running;
        running = true;
        return mine;
    }

    /** Begins a round. Changes after this call need another round. */
    synchronized void begin() {
        due = false;
    }

    /** Ends a round; returns true if another round is due. */
    synchronized boolean needsRerun() {
        running = due;
        return due;
    }
}
