package svc.push;

import java.util.Optional;
import svc.api.push.SharedStates;
import svc.api.push.SharedStates.States;

/** The states of shared accounts that a client has received. Guarded by its stream. */
final class SharedPosition {

    private final SharedStates.Follower follower;
    private States sent = States.NONE;
    private States current = States.NONE;
    private long hash;

    SharedPosition(SharedStates.Follower follower) {
        this.follower = follower;
    }

    /**
     * Begins at the current states. If the client presents a push state after which a state has changed, it receives the
     * states of all shared accounts.
     */
    void begin(Optional<String> since) {
        current = follower.states();
        boolean upToDate = since.flatMap(PushState::parse)
                .filter(known -> known.shared() == current.hash())
                .isPresent();
        if (since.isEmpty() || upToDate) {
            markSent();
        }
    }

    /** Returns the states that the client has not received. */
    States gather() {
        current = follower.states();
        return current.equals(sent) ? States.NONE : current.without(sent);
    }

    /** Records that the states that were gathered last were sent. */
    void markSent() {
        if (!current.equals(sent)) {
            sent = current;
            hash = sent.hash();
        }
    }

    /** Returns the hash of the states that were sent; 0 for none. */
    long hash() {
        return hash;
    }

    void close() {
        follower.close();
    }
}
