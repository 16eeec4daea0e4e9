package svc.guard;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.guard.Network;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The rows of bans and trusted networks. */
final class GuardRows {

    private static final String BANS = "SELECT network, reason, failures, since, until, times FROM ban";
    private static final String FORGET_BUT = "DELETE FROM ban WHERE network IN"
            + " (SELECT network FROM ban ORDER BY until DESC, network LIMIT -1 OFFSET ?)";
    private static final String PUT_BAN =
            "INSERT INTO ban (network, reason, failures, since, until, times) VALUES (?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (network) DO UPDATE SET reason = excluded.reason, failures = excluded.failures,"
                    + " since = excluded.since, until = excluded.until, times = excluded.times";
    private static final String PUT_TRUSTED = "INSERT INTO trusted (network, note, created_at) VALUES (?, ?, ?)"
            + " ON CONFLICT (network) DO UPDATE SET note = excluded.note";

    private GuardRows() {}

    static List<Ban> bans(Sql sql) {
        return sql.select(BANS + " ORDER BY network", GuardRows::ban);
    }

    private static Ban ban(Row row) {
        return new Ban(
                network(row),
                requireNonNull(row.text(2)),
                (int) row.number(3),
                Instant.ofEpochMilli(row.number(4)),
                Instant.ofEpochMilli(row.number(5)),
                (int) row.number(6));
    }

    private static Network network(Row row) {
        return Network.parse(requireNonNull(row.text(1))).orElseThrow();
    }

    static Optional<Ban> ban(Sql sql, Network network) {
        return sql.select(BANS + " WHERE network = ?", GuardRows::ban, network.toString()).stream()
                .findFirst();
    }

    static void put(SqlWriter sql, Ban ban) {
        sql.change(
                PUT_BAN,
                ban.network().toString(),
                ban.reason(),
                ban.failures(),
                ban.since().toEpochMilli(),
                ban.until().toEpochMilli(),
                ban.times());
    }

    static int removeBan(SqlWriter sql, Network network) {
        return sql.change("DELETE FROM ban WHERE network = ?", network.toString());
    }

    static void removeBans(SqlWriter sql) {
        sql.change("DELETE FROM ban");
    }

    /** Forgets the bans that ended before a time. */
    static void forget(SqlWriter sql, Instant before) {
        sql.change("DELETE FROM ban WHERE until < ?", before.toEpochMilli());
    }

    /** Forgets all bans but so many, those first that end soonest. */
    static void forgetBut(SqlWriter sql, int most) {
        sql.change(FORGET_BUT, most);
    }

    static List<Trusted> trusted(Sql sql) {
        return sql.select(
                "SELECT network, note, created_at FROM trusted ORDER BY network",
                row -> new Trusted(network(row), requireNonNull(row.text(2)), Instant.ofEpochMilli(row.number(3))));
    }

    static void put(SqlWriter sql, Trusted trusted) {
        sql.change(
                PUT_TRUSTED,
                trusted.network().toString(),
                trusted.note(),
                trusted.createdAt().toEpochMilli());
    }

    static int removeTrusted(SqlWriter sql, Network network) {
        return sql.change("DELETE FROM trusted WHERE network = ?", network.toString());
    }

    static int removeAllTrusted(SqlWriter sql) {
        return sql.change("DELETE FROM trusted");
    }
}
