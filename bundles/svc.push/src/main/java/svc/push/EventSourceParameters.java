package svc.push;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks of its stream (RFC 8620 §7.3).
 *
 * @param types the types that it is told of; empty for all
 * @param once whether the stream ends after the first change
 * @param ping how often it hears of the server though nothing happens; empty for never
 */
record Wish(Optional<Set<String>> types, boolean once, Optional<Duration> ping) {

    private static final int LONGEST_PING = 900;
    private static final int DIGITS = 9;
    private static final String ALL = "*";

    /** A parameter that cannot be meant. */
    static final class Unclear extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unclear(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Reads the parameters.
     *
     * @param known the types that the caller can see; one of them must be named
     * @throws Unclear a sentence about what is wrong and one about what to do
     */
    static Wish of(UnaryOperator<@Nullable String> parameter, Set<String> known) {
        return new Wish(
                types(given(parameter, "types"), known),
                once(given(parameter, "closeafter")),
                ping(given(parameter, "ping")));
    }

    private static String given(UnaryOperator<@Nullable String> parameter, String name) {
        @Nullable String text = parameter.apply(name);
        return text == null ? "" : text;
    }

    private static Optional<Set<String>> types(String text, Set<String> known) {
        Set<String> names = new LinkedHashSet<>(Arrays.asList(text.split(",", -1)));
        if (text.isEmpty() || names.contains(ALL)) {
            return Optional.empty();
        }
        if (names.stream().noneMatch(known::contains)) {
            throw new Unclear(
                    "The parameter types names no type that you can see here. Name types as in Foo/get, separated by commas, or *.");
        }
        return Optional.of(Set.copyOf(names));
    }

    private static boolean once(String text) {
        if (!text.isEmpty() && !text.equals("no") && !text.equals("state")) {
            throw new Unclear("The parameter closeafter is neither state nor no. Take one of the two.");
        }
        return text.equals("state");
    }

    private static Optional<Duration> ping(String text) {
        if (!text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            throw new Unclear("The parameter ping is no number of seconds. Write 0 for none, or 1 to 900.");
        }
        String digits = text.replaceFirst("^0+", "");
        if (digits.isEmpty()) {
            return Optional.empty();
        }
        int seconds = digits.length() > DIGITS ? LONGEST_PING : Integer.parseInt(digits);
        return Optional.of(Duration.ofSeconds(Math.min(seconds, LONGEST_PING)));
    }
}
