package svc.auth;

import static java.util.Objects.requireNonNull;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Component;
import svc.api.identity.Account;
import svc.api.identity.AppPasswords;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** App passwords as rows. A secret is 192 random bits, so that its SHA-256 is all that needs to be kept. */
@Component(service = AppPasswords.class)
public final class StoredAppPasswords implements AppPasswords {

    private static final int BYTES = 24;
    private static final String ALL =
            "SELECT n, name, created_at FROM app_password WHERE account = :account ORDER BY n";
    private static final String OF_HASH = "SELECT a.n, a.organization, a.email, a.name, p.n FROM app_password p"
            + " JOIN account_identity a ON a.n = p.account JOIN organization o ON o.n = a.organization"
            + " WHERE p.hash = ? AND a.state = 'active' AND o.state = 'active'";

    private static final String THIS = "SELECT n FROM app_password WHERE account = ? AND n = ?";

    private final SecureRandom random = new SecureRandom();

    @Override
    public List<AppPassword> all(Snapshot snapshot) {
        return snapshot.sql()
                .select(
                        ALL,
                        row -> new AppPassword(
                                row.number(1), requireNonNull(row.text(2)), Instant.ofEpochMilli(row.number(3))));
    }

    @Override
    public Made create(Transaction tx, String name, Instant now) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String secret = Base64Url.text(bytes);
        long n = tx.created(TYPE, Facets.ALL);
        tx.sql()
                .insert(
                        "INSERT INTO app_password (account, n, name, hash, created_at) VALUES (:account, ?, ?, ?, ?)",
                        List.of(List.of(n, name, TokenHash.of(secret).bytes(), now.toEpochMilli())));
        return new Made(new AppPassword(n, name, now), secret);
    }

    @Override
    public boolean revoke(Transaction tx, long n) {
        boolean there = tx.sql().change("DELETE FROM app_password WHERE account = :account AND n = ?", n) > 0;
        if (there) {
            tx.destroyed(TYPE, n);
        }
        return there;
    }

    /** The device of who presents one. */
    static String device(Account account, long n) {
        return ObjectId.text(LETTER, n) + "." + account.id();
    }

    /** Whether the one that a device stands for is still there. */
    static boolean has(Sql sql, long account, String device) {
        OptionalLong n = ObjectId.number(LETTER, device.substring(0, Math.max(0, device.indexOf('.'))));
        return n.isPresent()
                && !sql.select(THIS, row -> row.number(1), account, n.getAsLong())
                        .isEmpty();
    }

    /** Whose a secret is, and the number it has there. */
    record Owned(Account account, long n) {}

    /** The owner of a secret, if it is one and the account may be used. */
    static Optional<Owned> of(Sql sql, String secret) {
        return sql
                .select(OF_HASH, row -> new Owned(AccountRows.account(row), row.number(5)), (Object)
                        TokenHash.of(secret).bytes())
                .stream()
                .findFirst();
    }
}
