package svc.mail.out.sign;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import svc.api.delivery.DkimKeys.State;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code dkim_key}. */
final class KeyRows {

    private static final String SELECT = "SELECT " + DomainKey.COLUMNS + " FROM dkim_key";

    private KeyRows() {}

    static List<DomainKey> all(Sql sql) {
        return sql.select(SELECT + " ORDER BY domain, selector", DomainKey::of);
    }

    static List<DomainKey> of(Sql sql, String domain) {
        return sql.select(SELECT + " WHERE domain = ? ORDER BY selector", DomainKey::of, domain);
    }

    /** Returns the keys whose record is to be looked up. */
    static List<DomainKey> due(Sql sql, Instant now) {
        return sql.select(
                SELECT + " WHERE check_at <= ? AND state <> 'retired' ORDER BY domain, selector",
                DomainKey::of,
                now.toEpochMilli());
    }

    static List<DomainKey> retiredBefore(Sql sql, Instant time) {
        return sql.select(SELECT + " WHERE state = 'retired' AND since <= ?", DomainKey::of, time.toEpochMilli());
    }

    static Map<String, Long> counts(Sql sql) {
        Map<String, Long> counts = new TreeMap<>();
        for (State state : State.values()) {
            String word = DomainKey.word(state);
            counts.put(word, sql.number("SELECT count(*) FROM dkim_key WHERE state = ?", word));
        }
        return counts;
    }

    static void insert(SqlWriter sql, DomainKey key, Duration firstCheck) {
        sql.update(
                "INSERT INTO dkim_key (domain, selector, algorithm, file, record, state, since, check_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                key.domain(),
                key.selector(),
                key.algorithm(),
                key.file(),
                key.record(),
                DomainKey.word(key.state()),
                key.since().toEpochMilli(),
                key.since().plus(firstCheck).toEpochMilli());
    }

    static void postpone(SqlWriter sql, DomainKey key, Instant next) {
        sql.update(
                "UPDATE dkim_key SET check_at = ? WHERE domain = ? AND selector = ?",
                next.toEpochMilli(),
                key.domain(),
                key.selector());
    }

    static void setPublished(SqlWriter sql, DomainKey key, boolean published) {
        sql.update(
                "UPDATE dkim_key SET published = ? WHERE domain = ? AND selector = ?",
                published ? 1 : 0,
                key.domain(),
                key.selector());
    }

    /** Lets a new key sign instead of the other keys with its algorithm. */
    static void replace(SqlWriter sql, DomainKey key, Instant now) {
        sql.update(
                "UPDATE dkim_key SET state = 'retired', since = ?"
                        + " WHERE domain = ? AND algorithm = ? AND state = 'live' AND selector <> ?",
                now.toEpochMilli(),
                key.domain(),
                key.algorithm(),
                key.selector());
        sql.update(
                "UPDATE dkim_key SET state = 'live', since = ? WHERE domain = ? AND selector = ? AND state = 'new'",
                now.toEpochMilli(),
                key.domain(),
                key.selector());
    }

    static void retire(SqlWriter sql, DomainKey key, Instant now) {
        sql.update(
                "UPDATE dkim_key SET state = 'retired', since = ? WHERE domain = ? AND selector = ?",
                now.toEpochMilli(),
                key.domain(),
                key.selector());
    }

    static void delete(SqlWriter sql, DomainKey key) {
        sql.update("DELETE FROM dkim_key WHERE domain = ? AND selector = ?", key.domain(), key.selector());
    }
}
