package svc.auth;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** The rows of the server's own secrets. */
final class SecretRows {

    /** The key of nonces. */
    static final String NONCES = "dpop-nonce";

    private SecretRows() {}

    static Optional<byte[]> find(Sql sql, String name) {
        return sql
                .select("SELECT value FROM auth_secret WHERE name = ?", row -> requireNonNull(row.bytes(1)), name)
                .stream()
                .findFirst();
    }

    /** Keeps one unless there is one already; the one that is kept. */
    static byte[] keep(Transaction tx, String name, byte[] value) {
        tx.sql().change("INSERT INTO auth_secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, value);
        return find(tx.sql(), name).orElseThrow();
    }
}
