package svc.mail.out.tls;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.mail.out.tls.StsPolicy.Mode;

/** The table of MTA-STS policies. Thread-safe. */
final class StsRows {

    private static final String COLUMNS = "domain, id, mode, mx, max_age, until, tried_id, tried_at, used_day";

    private final Store store;

    StsRows(Store store) {
        this.store = store;
    }

    /**
     * What is known about the policy of a domain.
     *
     * @param domain the domain
     * @param id the id of the policy
     * @param policy the policy; empty if none was fetched yet
     * @param until when the policy expires
     * @param triedId the id at the last attempt to fetch the policy
     * @param triedAt when this attempt began
     * @param usedDay the day on which the policy was last needed
     */
    record Known(
            String domain,
            String id,
            Optional<StsPolicy> policy,
            Instant until,
            String triedId,
            Instant triedAt,
            long usedDay) {

        /** Returns whether the last attempt failed. */
        boolean hasFailed() {
            return policy.filter(found -> until.equals(triedAt.plus(found.maxAge())))
                    .isEmpty();
        }

        Optional<StsPolicy> valid(Instant now) {
            return policy.filter(found -> until.isAfter(now));
        }
    }

    Optional<Known> find(String domain) {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .first("SELECT " + COLUMNS + " FROM tls_policy WHERE domain = ?", StsRows::known, domain));
    }

    /** Returns valid policies whose last attempt is older and that were needed since a day. */
    List<Known> stale(Instant now, Instant triedBefore, long usedSince, int most) {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT " + COLUMNS
                                        + " FROM tls_policy WHERE tried_at <= ? AND until > ? AND mode <> ''"
                                        + " AND used_day >= ? ORDER BY tried_at LIMIT ?",
                                StsRows::known,
                                triedBefore.getEpochSecond(),
                                now.getEpochSecond(),
                                usedSince,
                                most));
    }

    private static Known known(Row row) {
        String mode = text(row, 3);
        String mx = text(row, 4);
        Optional<StsPolicy> policy = Arrays.stream(Mode.values())
                .filter(one -> one.word().equals(mode))
                .findFirst()
                .map(one -> new StsPolicy(
                        one,
                        mx.isEmpty() ? List.of() : Arrays.asList(mx.split(" ", -1)),
                        Duration.ofSeconds(row.getLong(5))));
        return new Known(
                text(row, 1),
                text(row, 2),
                policy,
                Instant.ofEpochSecond(row.getLong(6)),
                text(row, 7),
                Instant.ofEpochSecond(row.getLong(8)),
                row.getLong(9));
    }

    private static String text(Row row, int column) {
        return requireNonNull(row.getString(column));
    }

    /** Stores what is known about a domain. */
    void put(Known known) {
        Optional<StsPolicy> policy = known.policy();
        store.write(
                Scope.system(),
                tx -> tx.sql()
                        .update(
                                "INSERT INTO tls_policy (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                                        + " ON CONFLICT (domain) DO UPDATE SET id = excluded.id, mode = excluded.mode,"
                                        + " mx = excluded.mx, max_age = excluded.max_age, until = excluded.until,"
                                        + " tried_id = excluded.tried_id, tried_at = excluded.tried_at,"
                                        + " used_day = excluded.used_day",
                                known.domain(),
                                known.id(),
                                policy.map(found -> found.mode().word()).orElse(""),
                                policy.map(found -> String.join(" ", found.mx()))
                                        .orElse(""),
                                policy.map(found -> found.maxAge().toSeconds()).orElse(0L),
                                known.until().getEpochSecond(),
                                known.triedId(),
                                known.triedAt().getEpochSecond(),
                                known.usedDay()));
    }

    void used(String domain, long day) {
        store.write(
                Scope.system(),
                tx -> tx.sql().update("UPDATE tls_policy SET used_day = ? WHERE domain = ?", day, domain));
    }

    /** Deletes expired policies whose last attempt is older. */
    void purge(Instant now, Instant triedBefore) {
        store.write(
                Scope.system(),
                tx -> tx.sql()
                        .update(
                                "DELETE FROM tls_policy WHERE tried_at <= ? AND until <= ?",
                                triedBefore.getEpochSecond(),
                                now.getEpochSecond()));
    }
}
