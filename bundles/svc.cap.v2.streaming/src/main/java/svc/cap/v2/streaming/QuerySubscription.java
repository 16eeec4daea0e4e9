package svc.cap.v2.streaming;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import svc.api.jmap.Queries.Question;
import svc.api.jmap.Queries.Result;

/**
 * A query that a client follows, and the part of its results that it wants to see: what stands in there now, and what stood there
 * before, for as many changes as may be on their way to a client. Any thread.
 */
final class Subscription {

    private static final int KEPT = 4;

    private final long number;
    private final Question question;
    private final int position;
    private final Deque<Version> versions = new ArrayDeque<>(KEPT);
    private volatile Optional<String> ended = Optional.empty();

    /**
     * What stands in the window.
     *
     * @param number counts the changes of the window; 0 is what the client was answered
     * @param state the state of the query
     */
    record Version(long number, String state, List<String> ids) {}

    Subscription(long number, Question question, int position, Result first) {
        this.number = number;
        this.question = question;
        this.position = position;
        versions.add(new Version(0, first.queryState(), first.ids()));
    }

    /** A number that no other one has since the server began. */
    long number() {
        return number;
    }

    /** What is asked. */
    Question question() {
        return question;
    }

    /** Where the window begins. */
    int position() {
        return position;
    }

    /** What stands there now, as far as anybody looked. */
    synchronized Version newest() {
        return versions.getLast();
    }

    /** What stood there; empty when that is not known any more. */
    synchronized Optional<Version> version(long wanted) {
        return versions.stream().filter(one -> one.number() == wanted).findFirst();
    }

    /** Somebody looked; true when something else stands there now. */
    synchronized boolean found(Result now) {
        Version last = versions.getLast();
        if (last.ids().equals(now.ids())) {
            return false; // it changed beyond the window, which is as true as before with the state that was told
        }
        if (versions.size() == KEPT) {
            versions.removeFirst();
        }
        versions.add(new Version(last.number() + 1, now.queryState(), now.ids()));
        return true;
    }

    /** Forgets what stood there before. */
    synchronized void forget() {
        Version last = versions.getLast();
        versions.clear();
        versions.add(last);
    }

    /** How many ids it keeps. */
    synchronized int size() {
        return versions.stream().mapToInt(version -> version.ids().size()).sum();
    }

    /** The query cannot be answered any more; why, in the word of the protocol. */
    void end(String why) {
        ended = Optional.of(why);
    }

    /** Why it has ended; empty while it goes on. */
    Optional<String> ended() {
        return ended;
    }
}
