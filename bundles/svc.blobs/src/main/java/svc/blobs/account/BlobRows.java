package svc.blobs;

import static java.util.Objects.requireNonNull;

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

/** The rows of the blobs of one account; all statements are for the scope of that account. */
final class BlobRows {

    /** How many hashes one statement asks for. */
    private static final int AT_ONCE = 16;

    private static final String HASH = "(?)";
    private static final String HASHES = "(" + "?,".repeat(AT_ONCE - 1) + "?)";

    private BlobRows() {}

    /** In place of a time: the account does not count it. */
    static final long UNCOUNTED = -1;

    /**
     * What is kept for an account.
     *
     * @param loose from when on it may be collected, or {@link #UNCOUNTED}
     */
    record Holding(BlobId id, String organization, long size, long by, long loose) {}

    /** Says that the account holds a blob, whether it did or not. */
    static void hold(SqlWriter sql, long account, Holding holding) {
        byte[] hash = holding.id().sha256();
        long own = holding.by() == account ? 1 : 0;
        long until = holding.loose();
        int known = sql.change(
                "UPDATE blob_right SET own = max(own, ?), loose = max(loose, ?) WHERE account = :account AND hash = ?",
                own,
                until,
                hash);
        if (known == 0 && insertRight(sql, holding, own, until) == 0) {
            sql.change(
                    "INSERT INTO blob_organization (id) SELECT ? WHERE :account > 0"
                            + " AND NOT EXISTS (SELECT 1 FROM blob_organization WHERE id = ?)",
                    holding.organization(),
                    holding.organization());
            insertRight(sql, holding, own, until);
        }
        if (own == 0) {
            sql.change(
                    "INSERT INTO blob_guest (account, hash, uploader) SELECT :account, ?, ? WHERE NOT EXISTS"
                            + " (SELECT 1 FROM blob_guest WHERE account = :account AND hash = ? AND uploader = ?)",
                    hash,
                    holding.by(),
                    hash,
                    holding.by());
        }
    }

    private static int insertRight(SqlWriter sql, Holding holding, long own, long until) {
        return sql.change(
                "INSERT INTO blob_right (account, hash, organization, size, own, loose)"
                        + " SELECT :account, ?, n, ?, ?, ? FROM blob_organization WHERE id = ?",
                holding.id().sha256(),
                holding.size(),
                own,
                until,
                holding.organization());
    }

    /**
     * What an account has.
     *
     * @param used by what something refers to
     * @param pending by what was brought, and nothing refers to it yet
     */
    record Use(long used, long pending) {}

    static Use use(Sql sql) {
        return sql.select(
                        "SELECT used_bytes, pending_bytes FROM account WHERE n = :account",
                        row -> new Use(row.number(1), row.number(2)))
                .get(0);
    }

    /**
     * How an account stands to a blob that it holds.
     *
     * @param referred whether something refers to it
     * @param counted whether it is counted, one way or the other
     */
    record Standing(BlobId id, long size, boolean referred, boolean counted) {}

    static List<Standing> standings(Sql sql, Collection<BlobId> ids) {
        return among(
                sql,
                "SELECT hash, size, loose FROM blob_right WHERE account = :account AND hash IN ",
                ids,
                row -> new Standing(id(row), row.number(2), row.empty(3), row.empty(3) || row.number(3) != UNCOUNTED));
    }

    /** What was brought before a time and nothing refers to, the oldest first. */
    static List<Sized> pending(Sql sql, Instant before, int most) {
        return sql.select(
                "SELECT hash, size FROM blob_right WHERE account = :account AND loose >= 0 AND loose < ?"
                        + " ORDER BY loose, hash LIMIT ?",
                row -> new Sized(id(row), row.number(2)),
                before.toEpochMilli(),
                most);
    }

    /** Takes away what was brought, if still nothing refers to it. */
    static void giveWay(SqlWriter sql, BlobId id) {
        sql.change("DELETE FROM blob_right WHERE account = :account AND hash = ? AND loose >= 0", id.sha256());
    }

    static Set<BlobId> held(Sql sql, Collection<BlobId> ids) {
        return new HashSet<>(
                among(sql, "SELECT hash FROM blob_right WHERE account = :account AND hash IN ", ids, BlobRows::id));
    }

    /** A blob with its size. */
    record Sized(BlobId id, long size) {}

    static List<Sized> sizes(Sql sql, Collection<BlobId> ids) {
        return among(
                sql,
                "SELECT hash, size FROM blob_right WHERE account = :account AND hash IN ",
                ids,
                row -> new Sized(id(row), row.number(2)));
    }

    /** What the account itself brought, and what something refers to. */
    static Set<BlobId> own(Sql sql, Collection<BlobId> ids) {
        return new HashSet<>(among(
                sql,
                "SELECT hash FROM blob_right WHERE account = :account AND (own = 1 OR loose IS NULL) AND hash IN ",
                ids,
                BlobRows::id));
    }

    /** What somebody else brought into the account. */
    static Set<BlobId> brought(Sql sql, long by, Collection<BlobId> ids) {
        return new HashSet<>(among(
                sql,
                "SELECT hash FROM blob_guest WHERE account = :account AND uploader = ? AND hash IN ",
                ids,
                BlobRows::id,
                by));
    }

    /** The rows of some blobs; the query ends before the list of hashes. */
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

    /** From the first column. */
    static BlobId id(Row row) {
        return BlobId.of(requireNonNull(row.bytes(1)));
    }
}
