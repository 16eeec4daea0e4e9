package svc.mail.transfer.mbox;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The From line before each message of an mbox file (RFC 4155 appendix A).
 *
 * @param date the time at which the message was received; empty if the line has no valid date
 * @param dated whether the line ends with a text in the form of a date, even if the date does not exist
 */
record FromLine(Optional<Instant> date, boolean dated) {

    /** Maximum length; a longer line is not a From line. */
    static final int LONGEST = 1_024;

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    /** {@code Sat Jan  3 01:05:34 1996}; some programs write a zone before or after the year. */
    private static final Pattern DATE =
            Pattern.compile(" (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +(" + String.join("|", MONTHS)
                    + ") +(\\d{1,2}) +(\\d{1,2}):(\\d\\d)(?::(\\d\\d))?(?: +([A-Z]{1,5}|[+-]\\d{4}))? +(\\d{4})"
                    + "(?: +([A-Z]{1,5}|[+-]\\d{4}))?\\s*$");

    private static final DateTimeFormatter WRITTEN =
            DateTimeFormatter.ofPattern("EEE MMM", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    /** Parses a line that starts with {@code From} and a space. */
    static FromLine of(String line) {
        Matcher date = DATE.matcher(line);
        return date.find() ? new FromLine(instant(date), true) : new FromLine(Optional.empty(), false);
    }

    private static Optional<Instant> instant(Matcher date) {
        try {
            LocalDateTime time = LocalDateTime.of(
                    Integer.parseInt(date.group(7)),
                    MONTHS.indexOf(date.group(1)) + 1,
                    Integer.parseInt(date.group(2)),
                    Integer.parseInt(date.group(3)),
                    Integer.parseInt(date.group(4)),
                    date.group(5) == null ? 0 : Math.min(59, Integer.parseInt(date.group(5))));
            String zone = date.group(6) == null ? date.group(8) : date.group(6);
            return Optional.of(time.atZone(zone(zone == null ? "UTC" : zone)).toInstant());
        } catch (DateTimeException e) { // a date that does not exist, such as February 30
            return Optional.empty();
        }
    }

    /** Returns a time zone. An unknown zone name counts as UTC, the zone that RFC 4155 requires. */
    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name, ZoneId.SHORT_IDS);
        } catch (DateTimeException e) {
            return ZoneOffset.UTC;
        }
    }

    /** Formats the From line of a message. */
    static String write(Instant received) {
        String day = String.format(
                Locale.ROOT, "%2d", received.atOffset(ZoneOffset.UTC).getDayOfMonth());
        return "From MAILER-DAEMON " + WRITTEN.format(received) + " " + day + " " + TIME.format(received) + "\n";
    }
}
