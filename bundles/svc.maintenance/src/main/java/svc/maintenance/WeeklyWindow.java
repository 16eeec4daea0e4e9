package svc.maintenance;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A time of each week in UTC, such as {@code Sun 02:00-05:00}. If the end is before the begin, it is on the next day.
 * The launcher has checked the text ({@code ValueFormat.WINDOW}).
 *
 * @param day the day on which it begins
 * @param begin the time at which it begins
 * @param length its length, less than a day
 */
record WeeklyWindow(DayOfWeek day, LocalTime begin, Duration length) {

    private static final int MISSED = 3;

    static WeeklyWindow parse(String text) {
        String[] words = text.strip().split("[ -]+", -1);
        LocalTime begin = LocalTime.parse(words[1]);
        Duration length = Duration.between(begin, LocalTime.parse(words[2]));
        DayOfWeek day = Stream.of(DayOfWeek.values())
                .filter(one -> one.name().startsWith(words[0].toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow();
        return new WeeklyWindow(day, begin, length.isNegative() ? length.plusDays(1) : length);
    }

    /**
     * Returns whether the window is open, or has opened and closed three times since a time.
     *
     * @param last the time at which the work began last
     */
    boolean permits(Instant last, Instant now) {
        ZonedDateTime today = now.atZone(ZoneOffset.UTC);
        ZonedDateTime opened = today.with(TemporalAdjusters.previousOrSame(day)).with(begin);
        if (opened.isAfter(today)) {
            opened = opened.minusWeeks(1);
        }
        boolean isOpen = today.isBefore(opened.plus(length));
        return isOpen || !opened.minusWeeks(MISSED - 1).toInstant().isBefore(last);
    }
}
