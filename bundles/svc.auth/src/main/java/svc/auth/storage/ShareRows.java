package svc.auth.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** Reads and deletes the rows of shares, each of one container with one principal. */
public final class ShareRows {

    private static final String ALL = "SELECT s.account, s.type, s.container, s.principal, s.rights, o.n,"
            + " o.organization, o.email, o.name, coalesce(p.email, g.name) FROM container_share s"
            + " LEFT JOIN account_identity o ON o.n = s.account"
            + " LEFT JOIN account_identity p ON p.n = s.principal AND p.organization = o.organization"
            + " AND p.erasure IS NULL LEFT JOIN account_group g ON g.n = s.principal"
            + " AND g.organization = o.organization";
    private static final String AFTER = " WHERE (s.account, s.type, s.container, s.principal) > (?, ?, ?, ?)";
    private static final String IN_ORDER = " ORDER BY s.account, s.type, s.container, s.principal LIMIT ?";

    private ShareRows() {}

    /**
     * The position of a share in the order of all shares.
     *
     * @param account the number of the owner
     * @param type the type of the container
     * @param container the number of the container
     * @param principal the number of the principal
     */
    public record Key(long account, String type, long container, long principal) {

        /** The position before all shares. */
        public static final Key FIRST = before(0);

        /** Returns the position before the shares of an account. */
        public static Key before(long account) {
            return new Key(account, "", 0, 0);
        }

        /** Returns the key as text. */
        public String text() {
            return accountId() + "/" + type + "/" + container + "/" + principalId();
        }

        /** Returns the key from its text. */
        public static Optional<Key> of(String text) {
            String[] parts = text.split("/", 4);
            if (parts.length < 4 || !parts[2].matches("\\d{1,18}")) {
                return Optional.empty();
            }
            return ObjectId.parse(Account.LETTER, parts[0]).stream()
                    .boxed()
                    .flatMap(account -> ObjectId.parse(Account.LETTER, parts[3]).stream()
                            .mapToObj(principal -> new Key(account, parts[1], Long.parseLong(parts[2]), principal)))
                    .findFirst();
        }

        /** Returns the id of the owner. */
        public String accountId() {
            return ObjectId.format(Account.LETTER, account);
        }

        /** Returns the id of the principal. */
        public String principalId() {
            return ObjectId.format(Account.LETTER, principal);
        }
    }

    /**
     * A container that is shared with a principal.
     *
     * @param rights the names of the rights
     * @param owner the owner; null if there is no such account
     * @param principalName the address of the account, or the name of the group; null if there is no such principal
     */
    public record StoredShare(
            Key key,
            Set<String> rights,
            @Nullable Account owner,
            @Nullable String principalName) {

        static StoredShare of(Row row) {
            return new StoredShare(
                    new Key(row.getLong(1), Rows.text(row, 2), row.getLong(3), row.getLong(4)),
                    new TreeSet<>(Set.of(Rows.text(row, 5).split(" "))),
                    row.getString(8) == null
                            ? null
                            : new Account(
                                    row.getLong(6), Tenant.id(row.getLong(7)), Rows.text(row, 8), Rows.text(row, 9)),
                    row.getString(10));
        }
    }

    /**
     * Conditions that select shares.
     *
     * @param account the number of the owner
     * @param tenant the number of the tenant of the owner
     */
    public record Filter(Optional<Long> account, Optional<Long> tenant) {

        /** Selects all shares. */
        public static final Filter ALL = new Filter(Optional.empty(), Optional.empty());

        private String conditions() {
            return (account.isPresent() ? " AND s.account = ?" : "")
                    + (tenant.isPresent() ? " AND o.organization = ?" : "");
        }

        private List<Object> arguments(Object... before) {
            List<Object> arguments = new ArrayList<>(List.of(before));
            account.ifPresent(arguments::add);
            tenant.ifPresent(arguments::add);
            return arguments;
        }
    }

    /** Returns up to {@code most} selected shares that follow a key, in the order of their keys. */
    public static List<StoredShare> after(Sql sql, Filter filter, Key key, int most) {
        List<Object> arguments = filter.arguments(key.account(), key.type(), key.container(), key.principal());
        arguments.add(most);
        return sql.select(ALL + AFTER + filter.conditions() + IN_ORDER, StoredShare::of, arguments.toArray());
    }

    /** Returns the number of the selected shares. */
    public static long count(Sql sql, Filter filter) {
        return Rows.count(
                sql,
                "SELECT count(*) FROM container_share s LEFT JOIN account_identity o ON o.n = s.account WHERE 1 = 1"
                        + filter.conditions(),
                filter.arguments().toArray());
    }

    /** Returns the shares of an owner with a principal. */
    public static List<StoredShare> between(Sql sql, long account, long principal) {
        return sql.select(ALL + " WHERE s.account = ? AND s.principal = ?", StoredShare::of, account, principal);
    }

    /** Returns up to {@code most} shares with a principal that does not exist in the tenant of the owner. */
    public static List<StoredShare> withoutPrincipal(Sql sql, long principal, int most) {
        return sql.select(
                ALL + " WHERE s.principal = ? AND p.n IS NULL AND g.n IS NULL" + IN_ORDER,
                StoredShare::of,
                principal,
                most);
    }

    /** Returns whether something is shared with a principal. */
    public static boolean hasShares(Sql sql, long principal) {
        return sql.exists("SELECT 1 FROM container_share WHERE principal = ?", principal);
    }

    /** Deletes a share of an account that does not exist, in the scope of the system. */
    public static void deleteWithoutOwner(SqlWriter sql, Key key) {
        sql.update(
                "DELETE FROM container_share WHERE account = ? AND type = ? AND container = ? AND principal = ?"
                        + " AND NOT EXISTS (SELECT 1 FROM account_identity WHERE n = account)",
                key.account(),
                key.type(),
                key.container(),
                key.principal());
    }

    /** Deletes a share of the transaction's account. Returns false if there is none. */
    public static boolean delete(SqlWriter sql, Key key) {
        return sql.update(
                        "DELETE FROM container_share WHERE account = :account AND type = ? AND container = ?"
                                + " AND principal = ?",
                        key.type(),
                        key.container(),
                        key.principal())
                > 0;
    }
}
