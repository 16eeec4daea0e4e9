package svc.blobs;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.blob.BlobId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.blobs.CollectorRows.Place;

/** How far the look at all bytes is, and what it found; all statements are for the scope of the system. */
final class ScrubRows {

    private ScrubRows() {}

    /**
     * A look at all bytes.
     *
     * @param organization the number of the one it is at
     * @param hash the last one of it that was looked at; empty at its beginning
     * @param lookedAt how many in all
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Look(long organization, byte[] hash, long lookedAt, Instant began, Optional<Instant> ended) {}

    static Optional<Look> look(Sql sql) {
        return sql
                .select("SELECT organization, hash, looked_at, began_at, ended_at FROM blob_scrub", ScrubRows::read)
                .stream()
                .findFirst();
    }

    private static Look read(Row row) {
        byte[] hash = row.bytes(2);
        return new Look(
                row.number(1),
                hash == null ? new byte[0] : hash,
                row.number(3),
                Instant.ofEpochMilli(row.number(4)),
                row.empty(5) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(row.number(5))));
    }

    static void write(SqlWriter sql, Look look) {
        sql.change("DELETE FROM blob_scrub");
        sql.change(
                "INSERT INTO blob_scrub (n, organization, hash, looked_at, began_at, ended_at) VALUES (1, ?, ?, ?, ?, ?)",
                look.organization(),
                look.hash(),
                look.lookedAt(),
                look.began().toEpochMilli(),
                look.ended().map(Instant::toEpochMilli).orElse(null));
    }

    /** An organization with blobs. */
    record Owner(long n, String id) {}

    /** The first organization from a number on. */
    static Optional<Owner> organization(Sql sql, long from) {
        return sql
                .select(
                        "SELECT n, id FROM blob_organization WHERE n >= ? ORDER BY n LIMIT 1",
                        row -> new Owner(row.number(1), String.valueOf(row.text(2))),
                        from)
                .stream()
                .findFirst();
    }

    /** What its accounts hold, after a hash. */
    static List<BlobId> held(Sql sql, long organization, byte[] after, int most) {
        return sql.select(
                "SELECT DISTINCT hash FROM blob_right WHERE organization = ? AND hash > ? ORDER BY hash LIMIT ?",
                BlobRows::id,
                organization,
                after,
                most);
    }

    static void damaged(SqlWriter sql, Place place, Instant now) {
        sql.change(
                "INSERT OR REPLACE INTO blob_damage (organization, hash, found_at)"
                        + " SELECT n, ?, ? FROM blob_organization WHERE id = ?",
                place.id().sha256(),
                now.toEpochMilli(),
                place.organization());
    }

    static long damaged(Sql sql) {
        return sql.select("SELECT count(*) FROM blob_damage", row -> row.number(1))
                .get(0);
    }
}
