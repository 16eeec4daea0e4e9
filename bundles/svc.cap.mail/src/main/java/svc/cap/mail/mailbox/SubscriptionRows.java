package svc.cap.mail;

import java.util.HashSet;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code mailbox_subscription}: which mailboxes of this account others want to see. */
final class SubscriptionRows {

    private SubscriptionRows() {}

    /** The mailboxes that somebody wants to see. */
    static Set<Long> of(Sql sql, long who) {
        return new HashSet<>(sql.select(
                "select mailbox from mailbox_subscription where account = :account and who = ?",
                row -> row.number(1),
                who));
    }

    static void set(SqlWriter sql, long mailbox, long who, boolean wanted) {
        if (wanted) {
            sql.change(
                    "insert into mailbox_subscription (account, who, mailbox) values (:account, ?, ?)"
                            + " on conflict (account, who, mailbox) do nothing",
                    who,
                    mailbox);
        } else {
            sql.change(
                    "delete from mailbox_subscription where account = :account and who = ? and mailbox = ?",
                    who,
                    mailbox);
        }
    }

    /** A mailbox is gone. */
    static void delete(SqlWriter sql, long mailbox) {
        sql.change("delete from mailbox_subscription where account = :account and mailbox = ?", mailbox);
    }
}
