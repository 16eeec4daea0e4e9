package svc.cap.vacationresponse;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** What somebody who is away answers (RFC 8621 §8), and its row. */
record Vacation(
        boolean enabled,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable String subject,
        @Nullable String text,
        @Nullable String html) {

    static final String TYPE = "VacationResponse";
    static final String ID = "singleton";
    static final char LETTER = 's';

    private static final Vacation NONE = new Vacation(false, null, null, null, null, null);
    private static final int LONGEST_SUBJECT = 1_000;
    private static final int LONGEST_BODY = 100_000;

    static Vacation of(Sql sql) {
        return sql
                .select(
                        "SELECT enabled, from_date, to_date, subject, text, html FROM vacation WHERE account = :account",
                        row -> new Vacation(
                                row.number(1) != 0, time(row, 2), time(row, 3), row.text(4), row.text(5), row.text(6)))
                .stream()
                .findFirst()
                .orElse(NONE);
    }

    private static @Nullable Instant time(Row row, int column) {
        return row.empty(column) ? null : Instant.ofEpochMilli(row.number(column));
    }

    void put(SqlWriter sql) {
        sql.change(
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

    /** The same with a property that a client gives. */
    Vacation with(String property, @Nullable Object value) {
        return switch (property) {
            case "isEnabled" -> {
                if (value instanceof Boolean truth) {
                    yield new Vacation(truth, from, to, subject, text, html);
                }
                throw SetError.invalidProperty(property, "isEnabled must be true or false.");
            }
            case "fromDate" -> new Vacation(enabled, time(property, value), to, subject, text, html);
            case "toDate" -> new Vacation(enabled, from, time(property, value), subject, text, html);
            case "subject" -> new Vacation(enabled, from, to, text(property, value, LONGEST_SUBJECT), text, html);
            case "textBody" -> new Vacation(enabled, from, to, subject, text(property, value, LONGEST_BODY), html);
            case "htmlBody" -> new Vacation(enabled, from, to, subject, text, text(property, value, LONGEST_BODY));
            default -> throw SetError.invalidProperty(property, "A VacationResponse has no such property.");
        };
    }

    private static @Nullable Instant time(String property, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            if (value instanceof String text && text.endsWith("Z")) {
                return Instant.ofEpochMilli(Instant.parse(text).toEpochMilli());
            }
        } catch (DateTimeParseException | ArithmeticException e) {
            throw noTime(property);
        }
        throw noTime(property);
    }

    private static SetError noTime(String property) {
        return SetError.invalidProperty(property, property + " must be null or a time such as 2030-01-31T12:00:00Z.");
    }

    private static @Nullable String text(String property, @Nullable Object value, int longest) {
        if (value == null
                || (value instanceof String text && requireNonNull(text).length() <= longest)) {
            return (String) value;
        }
        throw SetError.invalidProperty(
                property, property + " must be null or a text of at most " + longest + " characters.");
    }
}
