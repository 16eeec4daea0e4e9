package svc.blobs.account;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The rows of the blobs of one account. All statements run in the scope of that account. */
public final class BlobRows {

    /** The time for which an unreferenced blob is kept. */
    public static final Duration KEPT = Duration.ofHours(24);

    /** The number of hashes per statement. */
    private static final int AT_ONCE = 16;

    private static final String HASH = "(?)";
    private static final String HASHES = "(" + "?,".repeat(AT_ONCE - 1) + "?)";

    private BlobRows() {}

    /** The value of the column {@code loose} for an unreferenced blob that does not count for the quota. */
    static final long UNCOUNTED = -1;

    /**
     * A row of a held blob.
     *
     * @param id the blob
     * @param organization the organization of the account
     * @param size the size in bytes
     * @param by the number of the account that uploaded it
     * @param loose the time in milliseconds from which the garbage collector may remove the blob, or {@link #UNCOUNTED}
     */
    record AccountBlob(BlobId id, String organization, long size, long by, long loose) {}

    /** Inserts or updates the row that makes the account hold a blob. */
    static void hold(SqlWriter sql, long account, AccountBlob holding) {
        byte[] hash = holding.id().sha256();
        long own = holding.by() == account ? 1 : 0;
        long until = holding.loose();
        List<BlobUsage> known = standings(sql, List.of(holding.id()));
        if (known.isEmpty()) {
            if (insertRight(sql, holding, own, until) == 0) {
                sql.update(
                        "INSERT INTO blob_organization (id) SELECT ? WHERE :account > 0 ON CONFLICT DO NOTHING",
                        holding.organization());
                insertRight(sql, holding, own, until);
            }
        } else {
            sql.update(
                    "UPDATE blob_right SET own = CASE WHEN own < ? THEN ? ELSE own END,"
                            + " loose = CASE WHEN loose < ? THEN ? ELSE loose END WHERE account = :account AND hash = ?",
                    own,
                    own,
                    until,
                    until,
                    hash);
        }
        if (until != UNCOUNTED && known.stream().noneMatch(BlobUsage::counted)) {
            count(sql, 0, holding.size());
        }
        if (own == 0) {
            sql.update(
                    "INSERT INTO blob_guest (account, hash, uploader) VALUES (:account, ?, ?) ON CONFLICT DO NOTHING",
                    hash,
                    holding.by());
        }
    }

    /** Adds bytes to the counts of the account. */
    private static void count(SqlWriter sql, long used, long pending) {
        sql.update(
                "UPDATE account SET used_bytes = used_bytes + ?, pending_bytes = pending_bytes + ? WHERE n = :account",
                used,
                pending);
    }

    /** Records that an object now refers to a blob that had no reference. */
    static void markReferred(SqlWriter sql, BlobUsage blob) {
        sql.update(
                "UPDATE blob_right SET loose = NULL WHERE account = :account AND hash = ?",
                blob.id().sha256());
        count(sql, blob.size(), blob.counted() ? -blob.size() : 0);
    }

    /** Records that a blob has lost its last reference, if no reference is left. */
    static void markReleased(SqlWriter sql, BlobId id) {
        sql.first(
                        "UPDATE blob_right SET loose = -1 WHERE account = :account AND hash = ? AND loose IS NULL AND NOT"
                                + " EXISTS (SELECT 1 FROM blob_ref WHERE account = :account AND hash = ?) RETURNING size",
                        row -> row.getLong(1),
                        id.sha256(),
                        id.sha256())
                .ifPresent(size -> count(sql, -size, 0));
    }

    private static int insertRight(SqlWriter sql, AccountBlob holding, long own, long until) {
        return sql.update(
                "INSERT INTO blob_right (account, hash, organization, size, own, loose)"
                        + " SELECT :account, ?, n, ?, ?, ? FROM blob_organization WHERE id = ?",
                holding.id().sha256(),
                holding.size(),
                own,
                until,
                holding.organization());
    }

    /**
     * The bytes that count for the quota of an account.
     *
     * @param used the bytes of referenced blobs
     * @param pending the bytes of unreferenced blobs, except {@link #UNCOUNTED} ones
     */
    record Use(long used, long pending) {}

    static Use use(Sql sql) {
        return sql.first(
                        "SELECT used_bytes, pending_bytes FROM account WHERE n = :account",
                        row -> new Use(row.getLong(1), row.getLong(2)))
                .orElseThrow();
    }

    /**
     * Whether and how a blob counts for the quota of the account that holds it.
     *
     * @param id the blob
     * @param size the size in bytes
     * @param referred whether an object refers to the blob
     * @param counted whether the size of the blob is part of the used or pending bytes
     */
    record BlobUsage(BlobId id, long size, boolean referred, boolean counted) {}

    static List<BlobUsage> standings(Sql sql, Collection<BlobId> ids) {
        return among(
                sql,
                "SELECT hash, size, loose FROM blob_right WHERE account = :account AND hash IN ",
                ids,
                row -> new BlobUsage(
                        id(row), row.getLong(2), row.isNull(3), row.isNull(3) || row.getLong(3) != UNCOUNTED));
    }

    /** Returns unreferenced blobs that count for the quota and were uploaded before a time, the oldest first. */
    static List<BlobSize> pending(Sql sql, Instant before, int most) {
        return sql.select(
                "SELECT hash, size FROM blob_right WHERE account = :account AND loose >= 0 AND loose < ?"
                        + " ORDER BY loose, hash LIMIT ?",
                row -> new BlobSize(id(row), row.getLong(2)),
                before.toEpochMilli(),
                most);
    }

    /** Deletes the row of a pending blob, if it is still unreferenced. */
    static void deletePending(SqlWriter sql, BlobId id) {
        sql.first(
                        "DELETE FROM blob_right WHERE account = :account AND hash = ? AND loose >= 0 RETURNING size",
                        row -> row.getLong(1),
                        id.sha256())
                .ifPresent(size -> count(sql, 0, -size));
    }

    static Set<BlobId> held(Sql sql, Collection<BlobId> ids) {
        return new HashSet<>(
                among(sql, "SELECT hash FROM blob_right WHERE account = :account AND hash IN ", ids, BlobRows::id));
    }

    /** A blob with its size in bytes. */
    public record BlobSize(BlobId id, long size) {}

    public static List<BlobSize> sizes(Sql sql, Collection<BlobId> ids) {
        return among(
                sql,
                "SELECT hash, size FROM blob_right WHERE account = :account AND hash IN ",
                ids,
                row -> new BlobSize(id(row), row.getLong(2)));
    }

    /** Returns those of the blobs that the account itself uploaded or to which an object of the account refers. */
    static Set<BlobId> own(Sql sql, Collection<BlobId> ids) {
        return new HashSet<>(among(
                sql,
                "SELECT hash FROM blob_right WHERE account = :account AND (own = 1 OR loose IS NULL) AND hash IN ",
                ids,
                BlobRows::id));
    }

    /** Returns those of the blobs that the account {@code by} uploaded to the account of the scope. */
    static Set<BlobId> brought(Sql sql, long by, Collection<BlobId> ids) {
        return new HashSet<>(among(
                sql,
                "SELECT hash FROM blob_guest WHERE account = :account AND uploader = ? AND hash IN ",
                ids,
                BlobRows::id,
                by));
    }

    /** Runs a query for some blobs. The query text must end with {@code IN}; this method appends the list of hashes. */
    static <R> List<R> among(
            Sql sql, String query, Collection<BlobId> ids, Function<Row, R> reader, @Nullable Object... first) {
        List<byte[]> hashes = ids.stream().distinct().map(BlobId::sha256).toList();
        int portion = hashes.size() == 1 ? 1 : AT_ONCE;
        String text = query + (portion == 1 ? HASH : HASHES);
        List<R> found = new ArrayList<>();
        for (int from = 0; from < hashes.size(); from += portion) {
            List<@Nullable Object> arguments = new ArrayList<>(List.of(first));
            for (int i = 0; i < portion; i++) {
                arguments.add(hashes.get(Math.min(from + i, hashes.size() - 1)));
            }
            found.addAll(sql.select(text, reader, arguments.toArray()));
        }
        return found;
    }

    /** Returns the blob id in the first column. */
    public static BlobId id(Row row) {
        return BlobId.of(requireNonNull(row.getBytes(1)));
    }
}
