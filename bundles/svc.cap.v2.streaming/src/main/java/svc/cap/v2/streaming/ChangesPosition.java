package svc.cap.v2.streaming;

import java.util.Optional;
import java.util.Set;
import svc.api.push.PushStateCodec;
import svc.api.push.PushStateCodec.DecodedPushState;
import svc.api.store.State;

/**
 * A position in the changes of several types.
 *
 * @param from the state up to which all changes were sent
 * @param midway the position within a range of several pages; empty between ranges
 */
record ChangesPosition(State from, Optional<PageEnd> midway) {

    static final String BETWEEN = "~";
    private static final int PARTS = 4;

    /**
     * A position between two pages. The types are read in the order of their names, and all are read up to the same
     * sequence number.
     *
     * @param types the hash of the types; if the client continues with other types, the range begins again
     * @param to the last sequence number of the range
     * @param type the type at which the next page begins; the types that sort before this type are complete
     * @param at the position within that type
     */
    record PageEnd(long types, long to, String type, State at) {

        @Override
        public String toString() {
            return String.join(BETWEEN, number(types), number(to), type, at.toString());
        }

        private static String number(long number) {
            return Long.toUnsignedString(number, Character.MAX_RADIX);
        }

        private static Optional<PageEnd> of(String text, State from) {
            String[] parts = text.split(BETWEEN, -1);
            if (parts.length != PARTS) {
                return Optional.empty();
            }
            try {
                long types = Long.parseUnsignedLong(parts[0], Character.MAX_RADIX);
                long to = Long.parseUnsignedLong(parts[1], Character.MAX_RADIX);
                return State.parse(parts[3])
                        .filter(at -> at.epoch() == from.epoch() && at.sequence() == from.sequence())
                        .filter(at -> at.continuation()
                                .filter(continuation -> continuation.to() <= to)
                                .isPresent())
                        .map(at -> new PageEnd(types, to, parts[2], at));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
    }

    /** Returns the position after a state. */
    static ChangesPosition at(State from) {
        return new ChangesPosition(from, Optional.empty());
    }

    static ChangesPosition of(DecodedPushState state) {
        return new ChangesPosition(
                state.state(),
                state.continuation().flatMap(text -> PageEnd.of(QueryResumeToken.without(text), state.state())));
    }

    /** Returns the hash of a set of types. */
    static long mark(Set<String> types) {
        return Integer.toUnsignedLong(types.hashCode());
    }

    Optional<String> rest() {
        return midway.map(PageEnd::toString);
    }

    /**
     * Returns the continuation with a further text appended. If the result would be too long, the further text is
     * omitted.
     */
    Optional<String> rest(Optional<String> more) {
        Optional<String> both =
                more.map(text -> rest().map(direction -> direction + BETWEEN).orElse("") + text);
        return both.filter(text -> text.length() <= PushStateCodec.LONGEST_CONTINUATION)
                .or(this::rest);
    }

    /** Returns this position if it belongs to these types, otherwise the beginning of the range. */
    ChangesPosition with(Set<String> types) {
        return midway.filter(pageEnd -> pageEnd.types() == mark(types)).isPresent() ? this : at(from);
    }
}
