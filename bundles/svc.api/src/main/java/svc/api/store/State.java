package svc.api.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state of a type (RFC 8620 §5.1): all changes up to a sequence number of the scope. If a client has received only
 * a part of a long list of changes, the state also holds the position in this list.
 *
 * <p>Clients receive the state as an opaque string ({@code s1-2k}, {@code s1-2k-3z-b-2m}).
 *
 * @param epoch the number of restores; states of different epochs are not comparable
 * @param sequence all changes up to this number are known
 * @param continuation the position in a list of changes that did not fit in one response
 */
public record State(long epoch, long sequence, Optional<Continuation> continuation) {

    private static final Pattern TEXT = Pattern.compile(
            "s(?<epoch>[0-9a-z]{1,12})-(?<seq>[0-9a-z]{1,12})(-(?<to>[0-9a-z]{1,12})-(?<part>[bc])-(?<after>[0-9a-z]{1,12}))?");

    /** Creates a state without a continuation. */
    public State(long epoch, long sequence) {
        this(epoch, sequence, Optional.empty());
    }

    /** Parses a state; empty if the text is malformed. */
    public static Optional<State> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Optional<Continuation> rest = matcher.group("to") == null
                ? Optional.empty()
                : Optional.of(new Continuation(
                        number(matcher, "to"), "b".equals(matcher.group("part")), number(matcher, "after")));
        State state = new State(number(matcher, "epoch"), number(matcher, "seq"), rest);
        return state.toString().equals(text) ? Optional.of(state) : Optional.empty(); // no leading zeros
    }

    private static long number(Matcher matcher, String group) {
        return Long.parseLong(matcher.group(group), Character.MAX_RADIX);
    }

    @Override
    public String toString() {
        return "s" + text(epoch) + "-" + text(sequence)
                + continuation.map(Continuation::toString).orElse("");
    }

    private static String text(long number) {
        return Long.toString(number, Character.MAX_RADIX);
    }

    /**
     * The position in a list of changes that did not fit in one response. The list covers a window of the change log
     * that does not grow while the client fetches the rest.
     *
     * @param to the last sequence number of the window
     * @param births true while the created objects of the window are being sent; all other changes are sent after them
     * @param after all changes up to this number have been sent
     */
    public record Continuation(long to, boolean births, long after) {

        @Override
        public String toString() {
            return "-" + text(to) + (births ? "-b-" : "-c-") + text(after);
        }
    }
}
