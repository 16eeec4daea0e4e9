package svc.cap.principals;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** Reads and writes the rows of the principals of a tenant. */
final class PrincipalRows {

    private static final String ALL =
            "SELECT n, kind, name, description, email, time_zone, directory_name FROM principal WHERE account = :account";

    private PrincipalRows() {}

    private static Principal read(Row row) {
        return new Principal(
                row.getLong(1),
                Principal.Kind.valueOf(requireNonNull(row.getString(2)).toUpperCase(Locale.ROOT)),
                requireNonNull(row.getString(3)),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                requireNonNull(row.getString(7)));
    }

    static List<Long> numbers(Sql sql, long after, int most) {
        return sql.select(
                "SELECT n FROM principal WHERE account = :account AND n > ? ORDER BY n LIMIT ?",
                row -> row.getLong(1),
                after,
                most);
    }

    static long count(Sql sql) {
        return sql.select("SELECT count(*) FROM principal WHERE account = :account", row -> row.getLong(1))
                .get(0);
    }

    static List<Principal> all(Sql sql) {
        return sql.select(ALL + " ORDER BY n", PrincipalRows::read);
    }

    /** Returns the principals of the tenant among {@code numbers}. */
    static Map<Long, Principal> find(Sql sql, Collection<Long> numbers) {
        Map<Long, Principal> found = new LinkedHashMap<>();
        sql.selectIn(ALL + " AND n IN (??)", numbers, PrincipalRows::read)
                .forEach(principal -> found.put(principal.n(), principal));
        return found;
    }

    static void insert(SqlWriter sql, Principal principal) {
        sql.update(
                "INSERT INTO principal (account, n, kind, name, description, email, time_zone, directory_name)"
                        + " VALUES (:account, ?, ?, ?, ?, ?, ?, ?)",
                principal.n(),
                principal.kind().word(),
                principal.name(),
                principal.description(),
                principal.email(),
                principal.timeZone(),
                principal.directoryName());
    }

    static void update(SqlWriter sql, Principal principal) {
        sql.update(
                "UPDATE principal SET name = ?, description = ?, email = ?, time_zone = ?, directory_name = ?"
                        + " WHERE account = :account AND n = ?",
                principal.name(),
                principal.description(),
                principal.email(),
                principal.timeZone(),
                principal.directoryName(),
                principal.n());
    }

    static void delete(SqlWriter sql, long n) {
        sql.update("DELETE FROM principal WHERE account = :account AND n = ?", n);
    }

    /**
     * Removes all personal data from the principal of the account of the transaction. The next comparison with the
     * directory deletes the row and writes the change log of the tenant.
     */
    static void blank(SqlWriter sql) {
        sql.update("UPDATE principal SET name = '', description = NULL, email = NULL, time_zone = NULL,"
                + " directory_name = '' WHERE n = :account");
    }
}
