package svc.cap.submission.identity;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.Json.Binding;
import svc.api.json.Json.Names;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** Rows of the tables {@code identity} and {@code identity_account}. Thread-safe. */
public final class IdentityRows {

    private final Binding json;

    public IdentityRows(Json json) {
        this.json = json.binding(Names.EXACT);
    }

    static boolean isCreated(Sql sql) {
        return sql.exists("SELECT 1 FROM identity_account WHERE account = :account");
    }

    static void markCreated(SqlWriter sql) {
        sql.update("INSERT INTO identity_account (account) VALUES (:account)");
    }

    static List<Long> numbers(Sql sql, int max) {
        return sql.select(
                "SELECT n FROM identity WHERE account = :account ORDER BY n LIMIT ?", row -> row.getLong(1), max);
    }

    public Map<Long, Identity> find(Sql sql, Collection<Long> numbers) {
        Map<Long, Identity> found = new HashMap<>();
        sql.selectIn(
                "SELECT n, name, email, reply_to, bcc, text, html, main FROM identity"
                        + " WHERE account = :account AND n IN (??)",
                numbers,
                row -> found.put(row.getLong(1), read(row)));
        return found;
    }

    private Identity read(Row row) {
        return new Identity(
                requireNonNull(row.getString(2)),
                requireNonNull(row.getString(3)),
                addresses(row.getString(4)),
                addresses(row.getString(5)),
                requireNonNull(row.getString(6)),
                requireNonNull(row.getString(7)),
                row.getLong(8) != 0);
    }

    void put(SqlWriter sql, long n, Identity identity) {
        sql.update(
                "INSERT INTO identity (account, n, name, email, reply_to, bcc, text, html, main)"
                        + " VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, n) DO UPDATE SET"
                        + " name = excluded.name, reply_to = excluded.reply_to, bcc = excluded.bcc,"
                        + " text = excluded.text, html = excluded.html",
                n,
                identity.name(),
                identity.email(),
                identity.replyTo() == null ? null : json.text(identity.replyTo()),
                identity.bcc() == null ? null : json.text(identity.bcc()),
                identity.text(),
                identity.html(),
                identity.main() ? 1 : 0);
    }

    static void delete(SqlWriter sql, long n) {
        sql.update("DELETE FROM identity WHERE account = :account AND n = ?", n);
    }

    @SuppressWarnings("unchecked") // the stored text was written by {@code put}
    private @Nullable List<Map<String, @Nullable Object>> addresses(@Nullable String text) {
        return text == null ? null : (List<Map<String, @Nullable Object>>) json.read(text);
    }
}
