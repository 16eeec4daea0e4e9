package svc.cap.submission;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import svc.testkit.bundles.LocalSender;

/** A sent message, with the expected delivery status of its recipients. */
final class Sent {

    private final String id;
    private final LocalSender from;
    private final String subject;
    private final List<String> to;
    private final Set<String> waiting = new TreeSet<>();
    private final Map<String, String> statuses = new HashMap<>();
    private boolean held;
    private boolean back;
    private String queued = "";

    /**
     * Creates a queued message.
     *
     * @param id the id of the submission
     * @param held whether it is sent later
     */
    Sent(String id, LocalSender from, String subject, List<String> to, boolean held) {
        this.id = id;
        this.from = from;
        this.subject = subject;
        this.to = List.copyOf(to);
        this.held = held;
        if (held) {
            waiting.addAll(to);
            to.forEach(one -> statuses.put(one, "queued"));
        } else {
            goes();
        }
    }

    /** Delivers it to all recipients that can receive it now. */
    void goes() {
        held = false;
        waiting.clear();
        if (to.contains(SendingSimulation.FAR)) {
            waiting.add(SendingSimulation.FAR);
        }
    }

    /** Fails all recipients that wait. */
    void end() {
        waiting.forEach(one -> statuses.put(one, "no"));
        waiting.clear();
        held = false;
    }

    /** Cancels it. */
    void takenBack() {
        back = true;
        end();
    }

    boolean back() {
        return back;
    }

    String id() {
        return id;
    }

    LocalSender from() {
        return from;
    }

    String subject() {
        return subject;
    }

    List<String> to() {
        return to;
    }

    boolean held() {
        return held;
    }

    boolean waits() {
        return !waiting.isEmpty();
    }

    /** Returns whether it can be canceled: no recipient has it and at least one waits. */
    boolean canGoBack() {
        return waiting.size() == to.size();
    }

    /** Returns its id in the queue. */
    String queued() {
        return queued;
    }

    void queued(String known) {
        queued = known;
    }

    /** Returns the delivery status of each recipient, as clients see it. */
    Map<String, String> statuses() {
        return statuses;
    }

    /** Returns its line in the queue. */
    String line() {
        return from.user().who().email() + (held ? " queued " : " deferred ") + waiting;
    }

    @Override
    public String toString() {
        return subject + " to " + to;
    }
}
