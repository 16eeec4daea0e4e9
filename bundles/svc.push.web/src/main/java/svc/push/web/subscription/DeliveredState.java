package svc.push.web.subscription;

import svc.api.store.State;

/**
 * The state delivered last to a client: all changes of an epoch up to a sequence number of the client's account.
 *
 * @param epoch the epoch, which each restore of the database increases
 * @param sequence the sequence number
 */
public record DeliveredState(long epoch, long sequence) {

    /** Returns whether the given state is newer than this state. */
    public boolean isOlderThan(State state) {
        return state.epoch() != epoch || state.sequence() > sequence;
    }
}
