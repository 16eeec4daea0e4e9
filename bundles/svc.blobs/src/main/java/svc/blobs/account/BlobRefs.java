package svc.blobs.account;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The references to the blobs of one account. All statements run in the scope of that account. */
final class BlobRefs {

    private BlobRefs() {}

    /** A reference of an object to a blob. */
    record Ref(BlobId id, BlobReference owner) {}

    static List<Ref> refs(Sql sql, Collection<BlobId> ids) {
        return BlobRows.among(
                sql,
                "SELECT r.hash, t.name, r.n, t.letter FROM blob_ref r JOIN blob_type t ON t.n = r.type"
                        + " WHERE r.account = :account AND r.hash IN ",
                ids,
                row -> new Ref(
                        BlobRows.id(row),
                        new BlobReference(
                                requireNonNull(row.getString(2)),
                                row.getLong(3),
                                requireNonNull(row.getString(4)).charAt(0))));
    }

    /** Returns the types of the objects that refer to a blob. */
    static Set<String> types(Sql sql, BlobId id) {
        return new HashSet<>(sql.select(
                "SELECT DISTINCT t.name FROM blob_ref r JOIN blob_type t ON t.n = r.type"
                        + " WHERE r.account = :account AND r.hash = ?",
                row -> requireNonNull(row.getString(1)),
                id.sha256()));
    }

    /** Adds a reference of an object to a blob that the account holds. */
    static void refer(SqlWriter sql, BlobId id, BlobReference owner) {
        if (insertRef(sql, id, owner) == 0) {
            // The reference exists already, or it is the first of its type.
            sql.update(
                    "INSERT INTO blob_type (name, letter) SELECT ?, ? WHERE :account > 0 ON CONFLICT DO NOTHING",
                    owner.type(),
                    String.valueOf(owner.letter()));
            insertRef(sql, id, owner);
        }
    }

    private static int insertRef(SqlWriter sql, BlobId id, BlobReference owner) {
        return sql.update(
                "INSERT INTO blob_ref (account, hash, type, n)"
                        + " SELECT :account, ?, t.n, ? FROM blob_type t WHERE t.name = ? AND t.letter = ?"
                        + " ON CONFLICT DO NOTHING",
                id.sha256(),
                owner.n(),
                owner.type(),
                String.valueOf(owner.letter()));
    }

    /** Removes a reference. Returns whether it existed. */
    static boolean release(SqlWriter sql, BlobId id, BlobReference owner) {
        boolean existed = sql.update(
                        "DELETE FROM blob_ref WHERE account = :account AND hash = ? AND n = ?"
                                + " AND type = (SELECT n FROM blob_type WHERE name = ? AND letter = ?)",
                        id.sha256(),
                        owner.n(),
                        owner.type(),
                        String.valueOf(owner.letter()))
                > 0;
        if (existed) {
            BlobRows.markReleased(sql, id);
        }
        return existed;
    }
}
