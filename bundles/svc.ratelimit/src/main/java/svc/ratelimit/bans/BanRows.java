package svc.ratelimit.bans;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.net.IpNetwork;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** Reads and writes the rows of bans and trusted networks. */
public final class BanRows {

    private static final String BANS = "SELECT network, reason, failures, since, until, times FROM ban";
    private static final String FORGET_BUT =
            "DELETE FROM ban WHERE network NOT IN (SELECT network FROM ban ORDER BY until DESC, network LIMIT ?)";
    private static final String PUT_BAN =
            "INSERT INTO ban (network, reason, failures, since, until, times) VALUES (?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (network) DO UPDATE SET reason = excluded.reason, failures = excluded.failures,"
                    + " since = excluded.since, until = excluded.until, times = excluded.times";
    private static final String PUT_TRUSTED = "INSERT INTO trusted (network, note, created_at) VALUES (?, ?, ?)"
            + " ON CONFLICT (network) DO UPDATE SET note = excluded.note";

    private BanRows() {}

    public static List<Ban> bans(Sql sql) {
        return sql.select(BANS + " ORDER BY network", BanRows::ban);
    }

    private static Ban ban(Row row) {
        return new Ban(
                network(row),
                requireNonNull(row.getString(2)),
                (int) row.getLong(3),
                Instant.ofEpochMilli(row.getLong(4)),
                Instant.ofEpochMilli(row.getLong(5)),
                (int) row.getLong(6));
    }

    private static IpNetwork network(Row row) {
        return IpNetwork.parse(requireNonNull(row.getString(1))).orElseThrow();
    }

    static Optional<Ban> ban(Sql sql, IpNetwork network) {
        return sql.first(BANS + " WHERE network = ?", BanRows::ban, network.toString());
    }

    static void put(SqlWriter sql, Ban ban) {
        sql.update(
                PUT_BAN,
                ban.network().toString(),
                ban.reason(),
                ban.failures(),
                ban.since().toEpochMilli(),
                ban.until().toEpochMilli(),
                ban.times());
    }

    static int removeBan(SqlWriter sql, IpNetwork network) {
        return sql.update("DELETE FROM ban WHERE network = ?", network.toString());
    }

    static void removeBans(SqlWriter sql) {
        sql.update("DELETE FROM ban");
    }

    /** Deletes the bans that ended before a time. */
    static void forget(SqlWriter sql, Instant before) {
        sql.update("DELETE FROM ban WHERE until < ?", before.toEpochMilli());
    }

    /** Keeps the {@code most} bans that end last, and deletes all other bans. */
    static void forgetBut(SqlWriter sql, int most) {
        sql.update(FORGET_BUT, most);
    }

    static List<TrustedNetwork> trusted(Sql sql) {
        return sql.select(
                "SELECT network, note, created_at FROM trusted ORDER BY network",
                row -> new TrustedNetwork(
                        network(row), requireNonNull(row.getString(2)), Instant.ofEpochMilli(row.getLong(3))));
    }

    static void put(SqlWriter sql, TrustedNetwork trusted) {
        sql.update(
                PUT_TRUSTED,
                trusted.network().toString(),
                trusted.note(),
                trusted.createdAt().toEpochMilli());
    }

    static int removeTrusted(SqlWriter sql, IpNetwork network) {
        return sql.update("DELETE FROM trusted WHERE network = ?", network.toString());
    }

    static int removeAllTrusted(SqlWriter sql) {
        return sql.update("DELETE FROM trusted");
    }
}
