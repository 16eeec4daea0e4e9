package svc.api.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client knows of a type: everything up to a number of the scope's sequence. In the midst of a long delta also what
 * is still to be read of it.
 *
 * <p>The text ({@code s1-2k}, {@code s1-2k-3z-b-2m}) is what clients get; they must not look into it.
 *
 * @param epoch counts restores: a state of another epoch says nothing about this one
 * @param sequence everything up to this number is known
 * @param unread the rest of a frozen window, when a delta had more than one answer holds
 */
public record State(long epoch, long sequence, Optional<Unread> unread) {

    private static final Pattern TEXT = Pattern.compile(
            "s(?<epoch>[0-9a-z]{1,12})-(?<seq>[0-9a-z]{1,12})(-(?<to>[0-9a-z]{1,12})-(?<part>[bc])-(?<after>[0-9a-z]{1,12}))?");

    /** A state without a rest. */
    public State(long epoch, long sequence) {
        this(epoch, sequence, Optional.empty());
    }

    /** Reads a state from its text; empty when it is none. */
    public static Optional<State> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long epoch = number(matcher, "epoch");
        long sequence = number(matcher, "seq");
        if (matcher.group("to") == null) {
            return Optional.of(new State(epoch, sequence));
        }
        Unread rest = new Unread(number(matcher, "to"), "b".equals(matcher.group("part")), number(matcher, "after"));
        return Optional.of(new State(epoch, sequence, Optional.of(rest)));
    }

    private static long number(Matcher matcher, String group) {
        return Long.parseLong(matcher.group(group), Character.MAX_RADIX);
    }

    @Override
    public String toString() {
        return "s" + text(epoch) + "-" + text(sequence)
                + unread.map(Unread::toString).orElse("");
    }

    private static String text(long number) {
        return Long.toString(number, Character.MAX_RADIX);
    }

    /**
     * What is still to be read of a frozen window.
     *
     * @param to the last number of the window
     * @param births true while the objects born in the window are being told; they come first
     * @param after all up to this number have been told
     */
    public record Unread(long to, boolean births, long after) {

        @Override
        public String toString() {
            return "-" + text(to) + (births ? "-b-" : "-c-") + text(after);
        }
    }
}
