package svc.auth.tokens;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.api.AppPassword;
import svc.auth.api.AppPasswords;
import svc.auth.crypto.TokenHash;
import svc.auth.storage.AccountRows;
import svc.auth.storage.Rows;
import svc.auth.storage.Tenant;
import svc.auth.storage.TenantVersions;

/** Stores app passwords. A secret has 192 random bits, so a SHA-256 without salt is sufficient to protect it. */
@Component(service = {AppPasswords.class, StoredAppPasswords.class})
public final class StoredAppPasswords implements AppPasswords {

    /** The length of a secret in characters. */
    public static final int CHARACTERS = 32;

    private static final int BYTES = CHARACTERS / 4 * 3;
    private static final String ALL =
            "SELECT n, name, created_at FROM app_password WHERE account = :account ORDER BY n";
    private static final String OF_HASH = "SELECT a.n, a.organization, a.email, a.name, p.n FROM app_password p"
            + " JOIN account_identity a ON a.n = p.account JOIN organization o ON o.n = a.organization"
            + " WHERE p.hash = ? AND a.state = 'active' AND o.state = 'active'";

    private static final String DELETE = "DELETE FROM app_password WHERE account = :account AND n = ?";

    private static final String ORGANIZATION = "SELECT organization FROM account_identity WHERE n = :account";

    private static final String THIS = "SELECT n FROM app_password WHERE account = ? AND n = ?";

    private static final String SIGNED_IN = "SELECT created_at FROM device_session WHERE account = :account AND n = ?";

    private final SecureRandom random = new SecureRandom();
    private final TenantVersions versions;

    @Activate
    public StoredAppPasswords(@Reference TenantVersions versions) {
        this.versions = versions;
    }

    /** An app password with its number. */
    public record Numbered(long n, AppPassword password) {

        /** Returns the JMAP id. */
        public String id() {
            return ObjectId.format(LETTER, n);
        }

        /** Returns the id. The text does not contain the secret. */
        @Override
        public String toString() {
            return id();
        }
    }

    /** Returns all app passwords of the account without their secrets, oldest first. */
    public List<Numbered> list(Snapshot snapshot) {
        return snapshot.sql().select(ALL, StoredAppPasswords::numbered);
    }

    private static Numbered numbered(Row row) {
        return new Numbered(
                row.getLong(1),
                new AppPassword(Rows.text(row, 2), Rows.time(row, 3).truncatedTo(ChronoUnit.SECONDS), null));
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return list(snapshot).stream()
                .map(Numbered::n)
                .filter(n -> n > after)
                .limit(max)
                .toList();
    }

    @Override
    public Map<Long, AppPassword> read(Snapshot snapshot, Collection<Long> numbers) {
        return list(snapshot).stream()
                .filter(one -> numbers.contains(one.n()))
                .collect(Collectors.toMap(Numbered::n, Numbered::password));
    }

    @Override
    public boolean signedInLately(Snapshot snapshot, Caller caller, Instant now) {
        if (caller.credential() != Caller.CredentialKind.SESSION) {
            return caller.credential() == Caller.CredentialKind.ACCOUNT_PASSWORD;
        }
        return ObjectId.parse(DeviceSession.LETTER, caller.device()).stream()
                .boxed()
                .flatMap(n -> snapshot.sql().select(SIGNED_IN, row -> Rows.time(row, 1), n).stream())
                .anyMatch(at -> !now.isAfter(at.plus(AFTER_SIGN_IN)));
    }

    @Override
    public AppPassword generate(String name, Instant now) {
        return new AppPassword(
                name,
                now.truncatedTo(ChronoUnit.SECONDS),
                FreshToken.of(random, BYTES).text());
    }

    @Override
    public void insert(Transaction tx, long n, AppPassword password) {
        tx.sql()
                .update(
                        "INSERT INTO app_password (account, n, name, hash, created_at) VALUES (:account, ?, ?, ?, ?)",
                        n,
                        password.name(),
                        TokenHash.of(Objects.requireNonNull(password.secret())).bytes(),
                        password.createdAt().toEpochMilli());
    }

    @Override
    public void delete(Transaction tx, long n) {
        deleteRow(tx, n);
    }

    /** Deletes an app password and ends the sign-ins with it. Returns false if it does not exist. */
    private boolean deleteRow(Transaction tx, long n) {
        boolean existed = tx.sql().update(DELETE, n) > 0;
        if (existed) {
            String organization = Tenant.id(tx.sql().number(ORGANIZATION));
            tx.afterCommit(() -> versions.move(organization));
        }
        return existed;
    }

    /** Creates an app password outside a method call. */
    public Numbered create(Transaction tx, String name, Instant now) {
        Numbered created = new Numbered(tx.logCreated(TYPE, Facets.ALL), generate(name, now));
        insert(tx, created.n(), created.password());
        return created;
    }

    /** Revokes an app password outside a method call. Returns false if it does not exist. */
    public boolean revoke(Transaction tx, long n) {
        boolean existed = deleteRow(tx, n);
        if (existed) {
            tx.logDestroyed(TYPE, n);
        }
        return existed;
    }

    /** Returns the device id for requests with an app password. */
    public static String device(Account account, long n) {
        return ObjectId.format(LETTER, n) + "." + account.id();
    }

    /** Returns whether the app password of a device id still exists. */
    public static boolean has(Sql sql, long account, String device) {
        OptionalLong n = ObjectId.parse(LETTER, device.substring(0, Math.max(0, device.indexOf('.'))));
        return n.isPresent()
                && Rows.first(sql, THIS, row -> 1, account, n.getAsLong()).isPresent();
    }

    /** The account of a secret, and the number of the app password. */
    public record Owned(Account account, long n) {}

    /** Finds the active account of a secret. Returns empty if no active account has this secret. */
    public static Optional<Owned> of(Sql sql, String secret) {
        byte[] hash = TokenHash.of(secret).bytes();
        return Rows.first(sql, OF_HASH, row -> new Owned(AccountRows.account(row), row.getLong(5)), (Object) hash);
    }
}
