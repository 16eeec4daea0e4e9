package svc.push.web;

import svc.api.store.State;

/**
 * Up to where a client was told: everything of an epoch up to a number of its account's sequence.
 *
 * @param epoch counts restores
 * @param sequence the number
 */
record Told(long epoch, long sequence) {

    /** Whether a state is news. */
    boolean misses(State state) {
        return state.epoch() != epoch || state.sequence() > sequence;
    }
}
