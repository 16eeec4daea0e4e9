package svc.cap.v2.streaming;

import org.jspecify.annotations.Nullable;
import svc.api.store.State;

/**
 * The state in which the client of a sign-in received an object last, and a few times before. It contains no values.
 *
 * @param state the state that was sent with the object
 * @param sourceAccount the number of the stream that sent it; {@link #GET} for a {@code /get}
 * @param previous the version received before; null when it is unknown
 */
record CachedVersion(
        State state, long sourceAccount, @Nullable CachedVersion previous) {

    static final long GET = 0;

    /** Versions that other streams sent may not have reached the client. So many of them can be skipped. */
    private static final int MOST_EARLIER = 3;

    /** Returns this version with an earlier one before it. */
    CachedVersion after(@Nullable CachedVersion before) {
        return new CachedVersion(state, sourceAccount, before == null ? null : before.truncate(MOST_EARLIER));
    }

    private CachedVersion truncate(int depth) {
        return new CachedVersion(
                state, sourceAccount, depth == 1 || previous == null ? null : previous.truncate(depth - 1));
    }

    /**
     * Returns the newest version that the client of a stream certainly received: sent by this stream, by another stream
     * up to the state sent last, or by a {@code /get}. Null when there is none.
     */
    @Nullable
    CachedVersion reached(long stream, State sent) {
        CachedVersion one = this;
        while (one != null
                && one.sourceAccount != stream
                && one.sourceAccount != GET
                && one.state.sequence() > sent.sequence()) {
            one = one.previous;
        }
        return one == null || one.state.epoch() != state.epoch() ? null : one;
    }
}
