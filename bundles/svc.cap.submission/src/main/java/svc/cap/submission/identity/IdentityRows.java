package svc.cap.submission;

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

/** The tables {@code identity} and {@code identity_account}. Any thread. */
final class IdentityRows {

    private final Binding json;

    IdentityRows(Json json) {
        this.json = json.binding(Names.EXACT);
    }

    static boolean begun(Sql sql) {
        return !sql.select("SELECT 1 FROM identity_account WHERE account = :account", row -> 1)
                .isEmpty();
    }

    static void begin(SqlWriter sql) {
        sql.change("INSERT INTO identity_account (account) VALUES (:account)");
    }

    static List<Long> numbers(Sql sql, int most) {
        return sql.select(
                "SELECT n FROM identity WHERE account = :account ORDER BY n LIMIT ?", row -> row.number(1), most);
    }

    Map<Long, Identity> among(Sql sql, Collection<Long> numbers) {
        Map<Long, Identity> found = new HashMap<>();
        sql.selectAmong(
                "SELECT n, name, email, reply_to, bcc, text, html, main FROM identity"
                        + " WHERE account = :account AND n IN (??)",
                numbers,
                row -> found.put(row.number(1), read(row)));
        return found;
    }

    private Identity read(Row row) {
        return new Identity(
                requireNonNull(row.text(2)),
                requireNonNull(row.text(3)),
                addresses(row.text(4)),
                addresses(row.text(5)),
                requireNonNull(row.text(6)),
                requireNonNull(row.text(7)),
                row.number(8) != 0);
    }

    void put(SqlWriter sql, long n, Identity identity) {
        sql.change(
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
        sql.change("DELETE FROM identity WHERE account = :account AND n = ?", n);
    }

    @SuppressWarnings("unchecked") // it was written by put
    private @Nullable List<Map<String, @Nullable Object>> addresses(@Nullable String text) {
        return text == null ? null : (List<Map<String, @Nullable Object>>) json.read(text);
    }
}
