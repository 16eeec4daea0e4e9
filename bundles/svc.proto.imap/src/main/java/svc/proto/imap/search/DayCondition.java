package svc.proto.imap.search;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import svc.proto.imap.command.SearchKey.DateOrder;

/**
 * The comparison of a date with a day. Internal dates and dates of filing are sent to clients in UTC, so their days are
 * those in UTC.
 *
 * @param order how it is compared
 * @param day the day
 */
record DayCondition(DateOrder order, LocalDate day) {

    /** The largest distance of a zone from UTC. */
    private static final long ZONE = Duration.ofHours(18).toSeconds();

    /** Returns the first second that matches. */
    long from() {
        return order == DateOrder.BEFORE ? Long.MIN_VALUE : start(day);
    }

    /** Returns the first second after those that match. */
    long end() {
        return switch (order) {
            case BEFORE -> start(day);
            case ON -> start(day.plusDays(1));
            case SINCE -> Long.MAX_VALUE;
        };
    }

    private static long start(LocalDate day) {
        return day.toEpochSecond(LocalTime.MIDNIGHT, ZoneOffset.UTC);
    }

    boolean test(long second) {
        return second >= from() && second < end();
    }

    boolean test(LocalDate date) {
        return switch (order) {
            case BEFORE -> date.isBefore(day);
            case ON -> date.equals(day);
            case SINCE -> !date.isBefore(day);
        };
    }

    /** Returns whether the zone of a time can decide whether it matches. */
    boolean isNear(long second) {
        return second >= start(day) - ZONE && second < start(day.plusDays(1)) + ZONE;
    }
}
