package svc.push.web.subscription;

import java.util.OptionalLong;
import svc.api.store.State;

/**
 * The state delivered last to a client: all changes of an epoch up to a sequence number of the client's account.
 *
 * @param epoch the epoch, which each restore of the database increases
 * @param sequence the sequence number
 * @param shared the hash of the states of shared accounts; empty if the client has not begun to receive them
 */
public record DeliveredState(long epoch, long sequence, OptionalLong shared) {

    /** Creates a state of the client's own account alone. */
    public DeliveredState(long epoch, long sequence) {
        this(epoch, sequence, OptionalLong.empty());
    }

    /** Returns a copy with another hash of the states of shared accounts. */
    public DeliveredState withShared(long hash) {
        return new DeliveredState(epoch, sequence, OptionalLong.of(hash));
    }

    /** Returns whether the given state is newer than this state. */
    public boolean isOlderThan(State state) {
        return state.epoch() != epoch || state.sequence() > sequence;
    }
}
