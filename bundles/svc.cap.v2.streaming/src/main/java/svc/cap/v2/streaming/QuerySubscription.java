package svc.cap.v2.streaming;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import svc.api.jmap.query.QueryRunner.QueryRequest;
import svc.api.jmap.query.QueryRunner.Result;

/**
 * A subscribed query and its window, which is the part of the results that the client requested: the current version of
 * the window, and a few earlier versions that a client may still hold. Thread-safe.
 */
final class QuerySubscription {

    private static final int KEPT = 4;

    private final long number;
    private final QueryRequest query;
    private final int position;
    private final Deque<Version> versions = new ArrayDeque<>(KEPT);
    private volatile Optional<String> endReason = Optional.empty();

    /**
     * A version of the window.
     *
     * @param number the count of changes of the window; 0 for the response to the subscription
     * @param state the query state
     */
    record Version(long number, String state, List<String> ids) {}

    QuerySubscription(long number, QueryRequest query, int position, Result first) {
        this.number = number;
        this.query = query;
        this.position = position;
        versions.add(new Version(0, first.queryState(), first.ids()));
    }

    /** Returns a number that is unique in this run of the server. */
    long number() {
        return number;
    }

    QueryRequest request() {
        return query;
    }

    /** Returns the position of the window in the results. */
    int position() {
        return position;
    }

    /** Returns the newest known version. */
    synchronized Version newest() {
        return versions.getLast();
    }

    /** Returns a version; empty when it is no longer stored. */
    synchronized Optional<Version> version(long wanted) {
        return versions.stream().filter(one -> one.number() == wanted).findFirst();
    }

    /** Records the result of a run; returns whether the window changed. */
    synchronized boolean update(Result now) {
        Version last = versions.getLast();
        if (last.ids().equals(now.ids())) {
            return false; // the results changed only outside the window, so the state that was sent remains valid for
            // the window
        }
        if (versions.size() == KEPT) {
            versions.removeFirst();
        }
        versions.add(new Version(last.number() + 1, now.queryState(), now.ids()));
        return true;
    }

    /** Removes the earlier versions. */
    synchronized void forget() {
        Version last = versions.getLast();
        versions.clear();
        versions.add(last);
    }

    /** Returns the number of stored ids. */
    synchronized int size() {
        return versions.stream().mapToInt(version -> version.ids().size()).sum();
    }

    /** Ends the subscription with the type of a method error. */
    void end(String reason) {
        endReason = Optional.of(reason);
    }

    /** Returns the reason for which the subscription ended; empty while it is active. */
    Optional<String> ended() {
        return endReason;
    }
}
