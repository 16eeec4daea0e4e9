package svc.cap.mail.mailbox;

import java.util.HashSet;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code mailbox_subscription}: which other users are subscribed to which mailboxes of this account. */
public final class SubscriptionRows {

    private SubscriptionRows() {}

    /** Returns the mailboxes that a user is subscribed to. */
    public static Set<Long> of(Sql sql, long user) {
        return new HashSet<>(sql.select(
                "select mailbox from mailbox_subscription where account = :account and who = ?",
                row -> row.getLong(1),
                user));
    }

    public static void set(SqlWriter sql, long mailbox, long user, boolean wanted) {
        if (wanted) {
            sql.update(
                    "insert into mailbox_subscription (account, who, mailbox) values (:account, ?, ?)"
                            + " on conflict (account, who, mailbox) do nothing",
                    user,
                    mailbox);
        } else {
            sql.update(
                    "delete from mailbox_subscription where account = :account and who = ? and mailbox = ?",
                    user,
                    mailbox);
        }
    }

    /** Deletes the subscriptions of a destroyed mailbox. */
    public static void delete(SqlWriter sql, long mailbox) {
        sql.update("delete from mailbox_subscription where account = :account and mailbox = ?", mailbox);
    }
}
