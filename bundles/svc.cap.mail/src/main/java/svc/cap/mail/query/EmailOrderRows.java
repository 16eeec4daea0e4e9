package svc.cap.mail.query;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import svc.api.store.Sql;

/** The table {@code email_order}: the texts by which emails are sorted. */
final class EmailOrderRows {

    private EmailOrderRows() {}

    /**
     * The texts of an email.
     *
     * @param subject the base subject
     * @param sender the first address in {@code From}
     * @param recipient the first address in {@code To}
     */
    record Texts(String subject, String sender, String recipient) {}

    static Map<Long, Texts> find(Sql sql, Collection<Long> numbers) {
        Map<Long, Texts> found = new HashMap<>();
        sql.selectIn(
                "select n, subject, sender, recipient from email_order where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.getLong(1),
                        new Texts(
                                requireNonNull(row.getString(2)),
                                requireNonNull(row.getString(3)),
                                requireNonNull(row.getString(4)))));
        return found;
    }
}
