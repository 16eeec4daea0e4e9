package svc.api.operation;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a time span of an argument: a number with a unit, such as {@code 15m}. */
public final class TimeSpan {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})([smhd])");

    private TimeSpan() {}

    /** Returns the span of a text with a number and {@code s}, {@code m}, {@code h} or {@code d}; empty for another. */
    public static Optional<Duration> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(form.group(1));
        return Optional.of(
                switch (form.group(2)) {
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }
}
