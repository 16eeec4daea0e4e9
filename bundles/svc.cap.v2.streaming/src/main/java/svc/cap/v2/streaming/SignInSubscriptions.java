package svc.cap.v2.streaming;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Predicate;
import svc.api.identity.Caller;

/** The queries that the clients of one sign-in follow, and the streams on which they are told. Any thread. */
final class Subscriptions implements SignIns.Kept {

    /** How many a sign-in may follow at once. */
    static final int MOST = 16;

    private final Caller caller;
    private final List<Subscription> all = new CopyOnWriteArrayList<>();
    private final Set<Runnable> streams = new CopyOnWriteArraySet<>();
    private boolean busy;
    private boolean due;

    Subscriptions(Caller caller) {
        this.caller = caller;
    }

    @Override
    public Caller caller() {
        return caller;
    }

    /** All of them; those that have ended stay until another one is made. */
    List<Subscription> all() {
        return all;
    }

    /** Whether there is no room for another one. */
    boolean full() {
        return all.stream().filter(one -> one.ended().isEmpty()).count() >= MOST;
    }

    /** Takes one in; false when there is no room. */
    synchronized boolean add(Subscription one) {
        if (full()) {
            return false;
        }
        all.removeIf(old -> old.ended().isPresent());
        all.add(one);
        return true;
    }

    /** Takes one out that has not ended; false when there is none such. */
    synchronized boolean remove(Predicate<Subscription> which) {
        return all.removeIf(one -> one.ended().isEmpty() && which.test(one));
    }

    /** How many ids are kept. */
    int size() {
        return all.stream().mapToInt(Subscription::size).sum();
    }

    /** A stream on which they are told, from now on. */
    void join(Runnable poke) {
        streams.add(poke);
    }

    void leave(Runnable poke) {
        streams.remove(poke);
    }

    @Override
    public boolean open() {
        return !streams.isEmpty();
    }

    /** The streams may have something to tell. */
    void wake() {
        streams.forEach(Runnable::run);
    }

    /** Somebody has to look at them; true for whoever has to see to that. */
    synchronized boolean ask() {
        due = true;
        boolean mine = !busy;
        busy = true;
        return mine;
    }

    /** They are being looked at: what changes from now on is for the next time. */
    synchronized void begin() {
        due = false;
    }

    /** They were looked at; true when it has to be done again. */
    synchronized boolean again() {
        busy = due;
        return due;
    }
}
