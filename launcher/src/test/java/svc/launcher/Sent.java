package svc.launcher;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A message that was sent, and how it must fare. */
final class Sent {

    private final String id;
    private final Sender from;
    private final String subject;
    private final List<String> to;
    private final Set<String> waiting = new TreeSet<>();
    private final Map<String, String> fates = new HashMap<>();
    private boolean held;
    private boolean back;
    private String queued = "";

    /**
     * On its way.
     *
     * @param id that of the submission
     * @param held whether it goes later
     */
    Sent(String id, Sender from, String subject, List<String> to, boolean held) {
        this.id = id;
        this.from = from;
        this.subject = subject;
        this.to = List.copyOf(to);
        this.held = held;
        if (held) {
            waiting.addAll(to);
            to.forEach(one -> fates.put(one, "queued"));
        } else {
            goes();
        }
    }

    /** To all who can have it now. */
    void goes() {
        held = false;
        waiting.clear();
        if (to.contains(SendingGame.FAR)) {
            waiting.add(SendingGame.FAR);
        }
    }

    /** Nobody gets it any more who has not got it. */
    void end() {
        waiting.forEach(one -> fates.put(one, "no"));
        waiting.clear();
        held = false;
    }

    /** Its sender took it back. */
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

    Sender from() {
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

    /** Whether nobody has it, and somebody may. */
    boolean canGoBack() {
        return waiting.size() == to.size();
    }

    /** Its id in the queue. */
    String queued() {
        return queued;
    }

    void queued(String known) {
        queued = known;
    }

    /** How each recipient fares, as clients are told. */
    Map<String, String> fates() {
        return fates;
    }

    /** As the queue shows it. */
    String line() {
        return from.user().who().email() + (held ? " queued " : " deferred ") + waiting;
    }

    @Override
    public String toString() {
        return subject + " to " + to;
    }
}
