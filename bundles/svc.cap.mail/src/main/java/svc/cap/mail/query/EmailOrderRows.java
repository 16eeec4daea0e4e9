package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import svc.api.store.Sql;

/** The table {@code email_order}: the texts by which messages are sorted. */
final class OrderRows {

    private OrderRows() {}

    /**
     * The texts of a message.
     *
     * @param subject the base subject
     * @param sender the first one in From
     * @param recipient the first one in To
     */
    record Texts(String subject, String sender, String recipient) {}

    /** The texts of messages, by message. */
    static Map<Long, Texts> among(Sql sql, Collection<Long> numbers) {
        Map<Long, Texts> found = new HashMap<>();
        sql.selectAmong(
                "select n, subject, sender, recipient from email_order where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.number(1),
                        new Texts(
                                requireNonNull(row.text(2)),
                                requireNonNull(row.text(3)),
                                requireNonNull(row.text(4)))));
        return found;
    }
}
