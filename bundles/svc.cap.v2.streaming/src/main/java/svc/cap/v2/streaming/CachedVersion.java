package svc.cap.v2.streaming;

import svc.api.store.State;

/**
 * When the client of a sign-in was last given an object: not what.
 *
 * @param state the state that was told with it
 * @param giver the number of the stream that gave it; {@link #GET} for a {@code /get}
 */
record Held(State state, long giver) {

    static final long GET = 0;
}
