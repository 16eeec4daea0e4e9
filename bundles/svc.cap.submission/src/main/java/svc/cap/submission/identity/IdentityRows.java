package svc.cap.submission.identity;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.RecordStorage;
import svc.api.json.Json;
import svc.api.json.Json.Binding;
import svc.api.json.Json.Names;
import svc.api.store.Row;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.submission.identity.Identity.EmailAddress;

/** Rows of the table {@code identity}. Thread-safe. */
public final class IdentityRows implements RecordStorage<Identity> {

    private final Binding json;

    public IdentityRows(Json json) {
        this.json = json.binding(Names.EXACT);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return snapshot.sql()
                .select(
                        "SELECT n FROM identity WHERE account = :account AND n > ? ORDER BY n LIMIT ?",
                        row -> row.getLong(1),
                        after,
                        max);
    }

    @Override
    public Map<Long, Identity> read(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, Identity> found = new HashMap<>();
        snapshot.sql()
                .selectIn(
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
                row.getLong(8) == 0);
    }

    @Override
    public void insert(Transaction tx, long n, Identity identity) {
        tx.sql()
                .update(
                        "INSERT INTO identity (account, n, name, email, reply_to, bcc, text, html, main)"
                                + " VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?)",
                        n,
                        identity.name(),
                        identity.email(),
                        text(identity.replyTo()),
                        text(identity.bcc()),
                        identity.textSignature(),
                        identity.htmlSignature(),
                        identity.mayDelete() ? 0 : 1);
    }

    @Override
    public void update(Transaction tx, long n, Identity identity) {
        tx.sql()
                .update(
                        "UPDATE identity SET name = ?, reply_to = ?, bcc = ?, text = ?, html = ?"
                                + " WHERE account = :account AND n = ?",
                        identity.name(),
                        text(identity.replyTo()),
                        text(identity.bcc()),
                        identity.textSignature(),
                        identity.htmlSignature(),
                        n);
    }

    @Override
    public void delete(Transaction tx, long n) {
        tx.sql().update("DELETE FROM identity WHERE account = :account AND n = ?", n);
    }

    private @Nullable String text(@Nullable List<EmailAddress> addresses) {
        return addresses == null ? null : json.text(addresses);
    }

    private record Addresses(List<EmailAddress> list) {}

    private @Nullable List<EmailAddress> addresses(@Nullable String text) {
        return text == null
                ? null
                : json.convert(Map.of("list", requireNonNull(json.read(text))), Addresses.class)
                        .list();
    }
}
