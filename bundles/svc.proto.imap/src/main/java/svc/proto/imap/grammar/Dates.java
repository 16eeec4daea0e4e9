package svc.proto.imap.grammar;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes dates: {@code date} of SEARCH and {@code date-time} of APPEND and FETCH (RFC 9051 §9). */
public final class Dates {

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    private static final Pattern DATE = Pattern.compile("(\\d{1,2})-([A-Za-z]{3})-(\\d{4})");
    private static final Pattern DATE_TIME =
            Pattern.compile("([ \\d]\\d|\\d)-([A-Za-z]{3})-(\\d{4}) (\\d{2}):(\\d{2}):(\\d{2}) ([+-])(\\d{2})(\\d{2})");
    private static final int LONGEST = 26;

    private Dates() {}

    /** Reads a date of a search, such as {@code 1-Feb-2026}, with or without quotes. */
    public static LocalDate date(Input in) throws SyntaxException {
        int column = in.column();
        Matcher parts = DATE.matcher(limited(in.text("a date such as 1-Feb-2026")));
        if (!parts.matches()) {
            throw new SyntaxException("expected a date such as 1-Feb-2026", column);
        }
        try {
            return day(parts);
        } catch (DateTimeException e) {
            throw new SyntaxException("expected a date that exists", column);
        }
    }

    /** Reads a date-time in quotes, such as {@code " 1-Feb-2026 08:30:00 +0100"}. */
    public static OffsetDateTime dateTime(Input in) throws SyntaxException {
        String what = "a date and time such as \" 1-Feb-2026 08:30:00 +0100\"";
        int column = in.column();
        Matcher parts = DATE_TIME.matcher(limited(Input.utf8(in.string(what), what, column)));
        if (!parts.matches()) {
            throw new SyntaxException("expected " + what, column);
        }
        try {
            // A leap second is the second before it.
            LocalDateTime local = day(parts).atTime(number(parts, 4), number(parts, 5), Math.min(number(parts, 6), 59));
            int minutes = number(parts, 8) * 60 + number(parts, 9);
            return local.atOffset(ZoneOffset.ofTotalSeconds(parts.group(7).equals("-") ? -60 * minutes : 60 * minutes));
        } catch (DateTimeException e) {
            throw new SyntaxException("expected a date and time that exist", column);
        }
    }

    private static String limited(String text) {
        return text.length() > LONGEST ? "" : text;
    }

    private static LocalDate day(Matcher parts) {
        String month = parts.group(2);
        String name = month.substring(0, 1).toUpperCase(Locale.ROOT)
                + month.substring(1).toLowerCase(Locale.ROOT);
        return LocalDate.of(number(parts, 3), MONTHS.indexOf(name) + 1, number(parts, 1));
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group).strip());
    }

    /** Returns a date-time in the syntax of IMAP, without quotes. */
    public static String text(OffsetDateTime time) {
        int minutes = time.getOffset().getTotalSeconds() / 60;
        StringBuilder text = new StringBuilder(LONGEST);
        two(text, time.getDayOfMonth(), ' ')
                .append('-')
                .append(MONTHS.get(time.getMonthValue() - 1))
                .append('-');
        two(text, time.getYear() / 100, '0');
        two(text, time.getYear() % 100, '0').append(' ');
        two(text, time.getHour(), '0').append(':');
        two(text, time.getMinute(), '0').append(':');
        two(text, time.getSecond(), '0').append(minutes < 0 ? " -" : " +");
        two(text, Math.abs(minutes) / 60, '0');
        return two(text, Math.abs(minutes) % 60, '0').toString();
    }

    private static StringBuilder two(StringBuilder text, int number, char fill) {
        return text.append(number < 10 ? fill : (char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
