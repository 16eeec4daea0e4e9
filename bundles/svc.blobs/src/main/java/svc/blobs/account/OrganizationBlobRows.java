package svc.blobs.account;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The blob rows of all accounts. All statements run in the scope of the system. */
public final class OrganizationBlobRows {

    private OrganizationBlobRows() {}

    /** A blob of an organization. */
    public record OrganizationBlob(String organization, BlobId id) {}

    /**
     * The row of an unreferenced blob in one account. Rows are ordered by organization, hash and account.
     *
     * @param organizationNumber the number of the organization in the table {@code blob_organization}
     * @param account the number of the account
     * @param place the blob
     * @param brought the value of the column {@code loose}: the time in milliseconds from which the row may be deleted;
     *     negative if the blob does not count for the quota
     */
    public record UnreferencedBlob(long organizationNumber, long account, OrganizationBlob place, long brought) {}

    /**
     * Returns the rows that the garbage collector may delete at the given time, in the order of
     * {@link UnreferencedBlob}, beginning after a given row.
     */
    public static List<UnreferencedBlob> loose(Sql sql, @Nullable UnreferencedBlob after, Instant now, int most) {
        long organization = after == null ? 0 : after.organizationNumber();
        byte[] hash = after == null ? new byte[0] : after.place().id().sha256();
        return sql.select(
                "SELECT r.hash, r.organization, r.account, o.id, r.loose FROM blob_right r"
                        + " JOIN blob_organization o ON o.n = r.organization"
                        + " WHERE r.loose IS NOT NULL AND (r.organization, r.hash, r.account) > (?, ?, ?) AND r.loose <= ?"
                        + " ORDER BY r.organization, r.hash, r.account LIMIT ?",
                row -> new UnreferencedBlob(
                        row.getLong(2),
                        row.getLong(3),
                        new OrganizationBlob(requireNonNull(row.getString(4)), BlobRows.id(row)),
                        row.getLong(5)),
                organization,
                hash,
                after == null ? 0 : after.account(),
                now.toEpochMilli(),
                most);
    }

    /**
     * Deletes a row, unless it has changed: the account may have uploaded or copied the blob again, or refer to it now.
     * Returns whether the row was deleted.
     */
    public static boolean drop(SqlWriter sql, UnreferencedBlob right) {
        Optional<Long> pending = sql.first(
                "DELETE FROM blob_right WHERE account = ? AND hash = ? AND loose = ?"
                        + " RETURNING CASE WHEN loose >= 0 THEN size ELSE 0 END",
                row -> row.getLong(1),
                right.account(),
                right.place().id().sha256(),
                right.brought());
        pending.filter(size -> size > 0)
                .ifPresent(size -> sql.update(
                        "UPDATE account SET pending_bytes = pending_bytes - ? WHERE n = ?", size, right.account()));
        return pending.isPresent();
    }

    /**
     * Returns whether an account of the organization holds the blob. An account that has an object with a reference to
     * the blob also holds the blob.
     */
    public static boolean held(Sql sql, OrganizationBlob place) {
        return sql.exists(
                "SELECT 1 FROM blob_right WHERE organization = (SELECT n FROM blob_organization WHERE id = ?)"
                        + " AND hash = ? LIMIT 1",
                place.organization(),
                place.id().sha256());
    }

    /** Returns whether the database has ever had a blob of the organization. */
    public static boolean known(Sql sql, String organization) {
        return sql.exists("SELECT 1 FROM blob_organization WHERE id = ?", organization);
    }

    /** Returns those of the blobs that an account of the organization holds. */
    public static Set<BlobId> held(Sql sql, String organization, Collection<BlobId> ids) {
        return new HashSet<>(BlobRows.among(
                sql,
                "SELECT DISTINCT hash FROM blob_right"
                        + " WHERE organization = (SELECT n FROM blob_organization WHERE id = ?) AND hash IN ",
                ids,
                BlobRows::id,
                organization));
    }

    /** Deletes the row in which the scrub recorded that a blob is missing or damaged. */
    public static void gone(SqlWriter sql, OrganizationBlob place) {
        sql.update(
                "DELETE FROM blob_damage WHERE organization = (SELECT n FROM blob_organization WHERE id = ?) AND hash = ?",
                place.organization(),
                place.id().sha256());
    }
}
