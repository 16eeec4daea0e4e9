package svc.blobs.maintenance;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.blob.BlobId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.blobs.account.BlobRows;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;

/** The position and the findings of the scrub. All statements run in the scope of the system. */
final class ScrubRows {

    private ScrubRows() {}

    /**
     * The progress of a scrub.
     *
     * @param organization the number of the current organization
     * @param hash the hash of the last verified blob of the organization; empty at the beginning of an organization
     * @param lookedAt the number of verified blobs
     * @param began the start time
     * @param ended the end time; empty while the scrub is not complete
     */
    @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
    record Look(long organization, byte[] hash, long lookedAt, Instant began, Optional<Instant> ended) {}

    static Optional<Look> look(Sql sql) {
        return sql.first("SELECT organization, hash, looked_at, began_at, ended_at FROM blob_scrub", ScrubRows::read);
    }

    private static Look read(Row row) {
        byte[] hash = row.getBytes(2);
        return new Look(
                row.getLong(1),
                hash == null ? new byte[0] : hash,
                row.getLong(3),
                Instant.ofEpochMilli(row.getLong(4)),
                row.isNull(5) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(row.getLong(5))));
    }

    static void write(SqlWriter sql, Look look) {
        sql.update("DELETE FROM blob_scrub");
        sql.update(
                "INSERT INTO blob_scrub (n, organization, hash, looked_at, began_at, ended_at) VALUES (1, ?, ?, ?, ?, ?)",
                look.organization(),
                look.hash(),
                look.lookedAt(),
                look.began().toEpochMilli(),
                look.ended().map(Instant::toEpochMilli).orElse(null));
    }

    /** An organization with blobs. */
    record Owner(long n, String id) {}

    /** Returns the first organization whose number is at least {@code from}. */
    static Optional<Owner> organization(Sql sql, long from) {
        return sql.first(
                "SELECT n, id FROM blob_organization WHERE n >= ? ORDER BY n LIMIT 1",
                row -> new Owner(row.getLong(1), String.valueOf(row.getString(2))),
                from);
    }

    /** Returns the held blobs of an organization whose hashes follow the given hash. */
    static List<BlobId> held(Sql sql, long organization, byte[] after, int most) {
        return sql.select(
                "SELECT DISTINCT hash FROM blob_right WHERE organization = ? AND hash > ? ORDER BY hash LIMIT ?",
                BlobRows::id,
                organization,
                after,
                most);
    }

    /**
     * A held blob.
     *
     * @param place the blob
     * @param size the size in bytes
     */
    record Sample(OrganizationBlob place, long size) {}

    /** Returns the first blob of an organization whose hash is at least {@code from}. */
    static Optional<Sample> sample(Sql sql, Owner owner, byte[] from) {
        return sql.first(
                "SELECT hash, size FROM blob_right WHERE organization = ? AND hash >= ? ORDER BY hash LIMIT 1",
                row -> new Sample(new OrganizationBlob(owner.id(), BlobRows.id(row)), row.getLong(2)),
                owner.n(),
                from);
    }

    /** Returns up to {@code most} random organizations with blobs. */
    static List<Owner> some(Sql sql, int most) {
        return sql.select(
                "SELECT n, id FROM blob_organization o WHERE EXISTS (SELECT 1 FROM blob_right r WHERE r.organization = o.n)"
                        + " ORDER BY random() LIMIT ?",
                row -> new Owner(row.getLong(1), String.valueOf(row.getString(2))),
                most);
    }

    static void damaged(SqlWriter sql, OrganizationBlob place, Instant now) {
        sql.update(
                "INSERT INTO blob_damage (organization, hash, found_at)"
                        + " SELECT n, ?, ? FROM blob_organization WHERE id = ?"
                        + " ON CONFLICT (organization, hash) DO UPDATE SET found_at = excluded.found_at",
                place.id().sha256(),
                now.toEpochMilli(),
                place.organization());
    }

    static long damaged(Sql sql) {
        return sql.number("SELECT count(*) FROM blob_damage");
    }
}
