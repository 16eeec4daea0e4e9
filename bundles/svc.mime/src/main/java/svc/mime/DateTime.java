package svc.mime;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses a date-time (RFC 5322 §3.3 with the obsolete syntax). Missing seconds and a missing zone count as 0. */
final class DateTime {

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    /** Zone names that still have a meaning (RFC 5322 §4.3). */
    private static final List<String> ZONES = List.of("edt", "est/cdt", "cst/mdt", "mst/pdt", "pst");

    private static final int MAX_LENGTH = 1_000;
    private static final int MAX_OFFSET = 18 * 60;

    private final List<String> words;

    DateTime(String text) {
        String plain = Comments.stripped(text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text);
        this.words = words(plain.toLowerCase(Locale.ROOT));
    }

    /**
     * Splits the text into numbers, names and signed zones. A hyphen between day, month and year also is a separator.
     */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int from = at++;
            boolean sign = (c == '+' || c == '-')
                    && at < text.length()
                    && isDigit(text.charAt(at))
                    && from > 0
                    && text.charAt(from - 1) != '-'
                    && words.size() > 3;
            if (sign || isDigit(c)) {
                while (at < text.length() && isDigit(text.charAt(at))) {
                    at++;
                }
            } else if (isLetter(c)) {
                while (at < text.length() && isLetter(text.charAt(at))) {
                    at++;
                }
            } else if (c != ':') {
                continue;
            }
            words.add(text.substring(from, at));
        }
        return words;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z';
    }

    /** Returns the date and time with its offset; null if the text is not a date-time. */
    @Nullable
    OffsetDateTime value() {
        int at = !words.isEmpty() && isLetter(words.get(0).charAt(0)) ? 1 : 0;
        if (words.size() < at + 6 || !words.get(at + 4).equals(":")) {
            return null;
        }
        int day = number(at, 2);
        int month = words.get(at + 1).length() < 3
                ? 0
                : MONTHS.indexOf(words.get(at + 1).substring(0, 3)) + 1;
        int year = year(words.get(at + 2));
        int hour = number(at + 3, 2);
        int minute = number(at + 5, 2);
        int next = at + 6;
        int second = 0;
        if (next + 1 < words.size() && words.get(next).equals(":")) {
            second = Math.min(number(next + 1, 2), 59);
            next += 2;
        }
        try {
            LocalDateTime local = LocalDateTime.of(year, month, day, hour, minute, second);
            int offset = next < words.size() ? zone(words.get(next)) : 0;
            return Math.abs(offset) > MAX_OFFSET
                    ? local.minusMinutes(offset).atOffset(ZoneOffset.UTC)
                    : local.atOffset(ZoneOffset.ofTotalSeconds(offset * 60));
        } catch (DateTimeException e) {
            return null;
        }
    }

    /**
     * Returns a number of at most {@code digits} digits; -1 if the word is not such a number. -1 is never valid in a
     * date.
     */
    private int number(int at, int digits) {
        String word = words.get(at);
        return isDigit(word.charAt(0)) && word.length() <= digits ? Integer.parseInt(word) : -1;
    }

    /** Returns a year. Years of two and three digits are the obsolete syntax (RFC 5322 §4.3). */
    private static int year(String word) {
        if (!isDigit(word.charAt(0)) || word.length() > 4) {
            return Integer.MIN_VALUE;
        }
        int year = Integer.parseInt(word);
        return switch (word.length()) {
            case 2 -> year < 50 ? 2_000 + year : 1_900 + year;
            case 3 -> 1_900 + year;
            default -> year;
        };
    }

    /** Returns the minutes east of UTC; 0 for zone names without a meaning. */
    private static int zone(String word) {
        char first = word.charAt(0);
        if ((first == '+' || first == '-') && word.length() >= 3 && word.length() <= 5) {
            int number = Integer.parseInt(word.substring(1));
            int minutes = word.length() == 5 ? number / 100 * 60 + number % 100 : number * 60;
            return first == '-' ? -minutes : minutes;
        }
        for (int i = 0; i < ZONES.size(); i++) {
            if (List.of(ZONES.get(i).split("/", -1)).contains(word)) {
                return -60 * (4 + i);
            }
        }
        return 0;
    }
}
