package svc.cap.vacationresponse;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;
import svc.api.jmap.SetError;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The vacation response of an account (RFC 8621 §8), and its row. */
record VacationResponse(
        boolean enabled,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable String subject,
        @Nullable String text,
        @Nullable String html) {

    static final String TYPE = "VacationResponse";
    static final String ID = "singleton";
    static final char LETTER = 's';

    private static final VacationResponse NONE = new VacationResponse(false, null, null, null, null, null);
    private static final int LONGEST_SUBJECT = 1_000;
    private static final int LONGEST_BODY = 100_000;

    static VacationResponse of(Sql sql) {
        return sql.first(
                        "SELECT enabled, from_date, to_date, subject, text, html FROM vacation WHERE account = :account",
                        row -> new VacationResponse(
                                row.getLong(1) != 0,
                                time(row, 2),
                                time(row, 3),
                                row.getString(4),
                                row.getString(5),
                                row.getString(6)))
                .orElse(NONE);
    }

    private static @Nullable Instant time(Row row, int column) {
        return row.isNull(column) ? null : Instant.ofEpochMilli(row.getLong(column));
    }

    void put(SqlWriter sql) {
        sql.update(
                "INSERT INTO vacation (account, enabled, from_date, to_date, subject, text, html)"
                        + " VALUES (:account, ?, ?, ?, ?, ?, ?) ON CONFLICT (account) DO UPDATE SET"
                        + " enabled = excluded.enabled, from_date = excluded.from_date, to_date = excluded.to_date,"
                        + " subject = excluded.subject, text = excluded.text, html = excluded.html",
                enabled ? 1 : 0,
                from == null ? null : from.toEpochMilli(),
                to == null ? null : to.toEpochMilli(),
                subject,
                text,
                html);
    }

    boolean active(Instant now) {
        return enabled && (from == null || !now.isBefore(from)) && (to == null || now.isBefore(to));
    }

    Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("isEnabled", enabled);
        members.put("fromDate", from == null ? null : from.toString());
        members.put("toDate", to == null ? null : to.toString());
        members.put("subject", subject);
        members.put("textBody", text);
        members.put("htmlBody", html);
        return members;
    }

    /** Returns the vacation response with a property changed. */
    VacationResponse with(String property, @Nullable Object value) {
        return switch (property) {
            case "isEnabled" -> {
                if (value instanceof Boolean bool) {
                    yield new VacationResponse(bool, from, to, subject, text, html);
                }
                throw SetError.invalidProperty(property, "isEnabled must be true or false.");
            }
            case "fromDate" -> new VacationResponse(enabled, time(property, value), to, subject, text, html);
            case "toDate" -> new VacationResponse(enabled, from, time(property, value), subject, text, html);
            case "subject" ->
                new VacationResponse(enabled, from, to, text(property, value, LONGEST_SUBJECT), text, html);
            case "textBody" ->
                new VacationResponse(enabled, from, to, subject, text(property, value, LONGEST_BODY), html);
            case "htmlBody" ->
                new VacationResponse(enabled, from, to, subject, text, text(property, value, LONGEST_BODY));
            default -> throw SetError.invalidProperty(property, "A VacationResponse has no such property.");
        };
    }

    private static @Nullable Instant time(String property, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return JmapDates.utc(value)
                .map(time -> time.truncatedTo(ChronoUnit.MILLIS))
                .orElseThrow(() -> invalidDate(property));
    }

    private static SetError invalidDate(String property) {
        return SetError.invalidProperty(
                property, property + " must be null or a UTC date such as 2030-01-31T12:00:00Z.");
    }

    private static @Nullable String text(String property, @Nullable Object value, int longest) {
        if (value == null
                || (value instanceof String text && requireNonNull(text).length() <= longest)) {
            return (String) value;
        }
        throw SetError.invalidProperty(
                property, property + " must be null or a string of at most " + longest + " characters.");
    }
}
