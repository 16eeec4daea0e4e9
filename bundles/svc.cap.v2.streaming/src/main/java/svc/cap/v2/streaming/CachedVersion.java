package svc.cap.v2.streaming;

import org.jspecify.annotations.Nullable;
import svc.api.store.State;

/**
 * The version of an object that the client of a sign-in received last, with a few versions that the client received
 * before. A version contains no values of properties.
 *
 * @param state the state that was sent with the object
 * @param sourceAccount the number of the stream that sent the object; {@link #GET} for a {@code /get}
 * @param previous the version that the client received before; null when it is unknown
 */
record CachedVersion(
        State state, long sourceAccount, @Nullable CachedVersion previous) {

    static final long GET = 0;

    /**
     * The maximum number of earlier versions. They are kept because versions that other streams sent may not have
     * reached the client.
     */
    private static final int MOST_EARLIER = 3;

    /** Returns this version with the given earlier version. */
    CachedVersion after(@Nullable CachedVersion before) {
        return new CachedVersion(state, sourceAccount, before == null ? null : before.truncate(MOST_EARLIER));
    }

    private CachedVersion truncate(int depth) {
        return new CachedVersion(
                state, sourceAccount, depth == 1 || previous == null ? null : previous.truncate(depth - 1));
    }

    /**
     * Returns the newest version that the client of a stream certainly received: a version sent by this stream, by
     * another stream up to the state that this stream sent last, or by a {@code /get}. Null when there is no such
     * version.
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
