package svc.push;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of an event stream (RFC 8620 §7.3).
 *
 * @param types the types whose changes are sent; empty for all
 * @param once whether the stream ends after the first change
 * @param ping the interval at which ping events are sent while there are no other events; empty for no ping events
 */
record EventSourceParameters(Optional<Set<String>> types, boolean once, Optional<Duration> ping) {

    private static final int LONGEST_PING = 900;
    private static final int DIGITS = 9;
    private static final String ALL = "*";

    /** Thrown for an invalid parameter. */
    static final class InvalidParameter extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InvalidParameter(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Parses the parameters.
     *
     * @param known the types that the caller can read; {@code types} must name at least one of them
     * @throws InvalidParameter with a sentence that describes the problem and a sentence that describes the remedy
     */
    static EventSourceParameters of(UnaryOperator<@Nullable String> parameter, Set<String> known) {
        return new EventSourceParameters(
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
            throw new InvalidParameter(
                    "The parameter types contains no type that is visible to you. List types as in Foo/get, separated by commas, or use *.");
        }
        return Optional.of(Set.copyOf(names));
    }

    private static boolean once(String text) {
        if (!text.isEmpty() && !text.equals("no") && !text.equals("state")) {
            throw new InvalidParameter("The parameter closeafter must be state or no.");
        }
        return text.equals("state");
    }

    private static Optional<Duration> ping(String text) {
        if (!text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            throw new InvalidParameter("The parameter ping must be a number of seconds: 0 for no pings, or 1 to 900.");
        }
        String digits = text.replaceFirst("^0+", "");
        if (digits.isEmpty()) {
            return Optional.empty();
        }
        int seconds = digits.length() > DIGITS ? LONGEST_PING : Integer.parseInt(digits);
        return Optional.of(Duration.ofSeconds(Math.min(seconds, LONGEST_PING)));
    }
}
