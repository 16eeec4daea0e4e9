package svc.cap.v2.streaming;

import java.util.Optional;
import java.util.Set;
import svc.api.push.PushStates;
import svc.api.push.PushStates.Reached;
import svc.api.store.State;

/**
 * How far somebody has come who goes through the changes of several types.
 *
 * @param from everything up to here is known
 * @param midway in the midst of a long way, where; empty at its ends
 */
record Place(State from, Optional<Midway> midway) {

    static final String BETWEEN = "~";
    private static final int PARTS = 4;

    /**
     * A stop on a long way. The types are gone through in the order of their names, all up to the same number.
     *
     * @param types which ones, in short: with others the way begins again
     * @param to the last number of the way
     * @param type the type at which it goes on; those before it are done
     * @param at where in it
     */
    record Midway(long types, long to, String type, State at) {

        @Override
        public String toString() {
            return String.join(BETWEEN, number(types), number(to), type, at.toString());
        }

        private static String number(long number) {
            return Long.toUnsignedString(number, Character.MAX_RADIX);
        }

        private static Optional<Midway> of(String text, State from) {
            String[] parts = text.split(BETWEEN, -1);
            if (parts.length != PARTS) {
                return Optional.empty();
            }
            try {
                long types = Long.parseUnsignedLong(parts[0], Character.MAX_RADIX);
                long to = Long.parseUnsignedLong(parts[1], Character.MAX_RADIX);
                return State.parse(parts[3])
                        .filter(at -> at.epoch() == from.epoch() && at.sequence() == from.sequence())
                        .filter(at ->
                                at.unread().filter(rest -> rest.to() <= to).isPresent())
                        .map(at -> new Midway(types, to, parts[2], at));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
    }

    /** Everything up to a state. */
    static Place at(State from) {
        return new Place(from, Optional.empty());
    }

    static Place of(Reached reached) {
        return new Place(
                reached.state(), reached.rest().flatMap(text -> Midway.of(Claim.without(text), reached.state())));
    }

    /** Types in short. */
    static long mark(Set<String> types) {
        return Integer.toUnsignedLong(types.hashCode());
    }

    Optional<String> rest() {
        return midway.map(Midway::toString);
    }

    /** The same with what else is to be found again, if that fits in. */
    Optional<String> rest(Optional<String> more) {
        Optional<String> both =
                more.map(text -> rest().map(way -> way + BETWEEN).orElse("") + text);
        return both.filter(text -> text.length() <= PushStates.LONGEST_REST).or(this::rest);
    }

    /** The way that goes on with these types; from its beginning when it was another one's. */
    Place with(Set<String> types) {
        return midway.filter(way -> way.types() == mark(types)).isPresent() ? this : at(from);
    }
}
