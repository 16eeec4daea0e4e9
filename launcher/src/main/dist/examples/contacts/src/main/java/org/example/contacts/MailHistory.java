package org.example.contacts;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;

/** The tables of mail: the contacts by address, and when they sent mail. The rows are erased with their account. */
@Component
public final class MailHistory implements ErasureStep {

    static void setEmails(SqlWriter sql, long contact, List<String> emails) {
        String insert = "insert into contacts_email values (:account, lower(?), ?) on conflict do nothing";
        sql.update("delete from contacts_email where account = :account and contact = ?", contact);
        emails.forEach(email -> sql.update(insert, email, contact));
    }

    /** Returns the contacts with an email address, in upper or lower case. */
    static List<Long> contacts(Sql sql, String email) {
        String select = "select contact from contacts_email where account = :account and address = lower(?)";
        return sql.select(select, row -> row.getLong(1), email);
    }

    static void add(SqlWriter sql, long contact, Instant at) {
        String insert = "insert into contacts_mail values (:account, ?, ?) on conflict do nothing";
        sql.update(insert, contact, at.toEpochMilli());
    }

    /** Returns the number of mails by contact; contacts without mail are absent. */
    static Map<Long, Long> counts(Sql sql, Collection<Long> contacts) {
        Map<Long, Long> counts = new HashMap<>();
        String select = "select contact, count(*) from contacts_mail"
                + " where account = :account and contact in (??) group by contact";
        sql.selectIn(select, contacts, row -> counts.put(row.getLong(1), row.getLong(2)));
        return counts;
    }

    static void delete(SqlWriter sql, long contact) {
        setEmails(sql, contact, List.of());
        sql.update("delete from contacts_mail where account = :account and contact = ?", contact);
    }

    static int deleteBefore(SqlWriter sql, Instant time) {
        return sql.update("delete from contacts_mail where account = :account and at < ?", time.toEpochMilli());
    }

    @Override
    public String namespace() {
        return "org.example.contacts";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return AccountTables.none()
                .table("contacts_email", "address, contact")
                .table("contacts_mail", "contact, at")
                .eraseSome(tx, pace);
    }
}
