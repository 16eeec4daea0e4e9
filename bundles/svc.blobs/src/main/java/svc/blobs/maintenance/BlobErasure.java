package svc.blobs.maintenance;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobStore;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.blobs.account.BlobRows;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;

/**
 * Erases the blobs of an account: first the references and rows, then the bytes of the blobs that no other account of
 * the organization holds, without regard to their age. The transaction that deletes a row also adds the blob to
 * {@code blob_doomed}. A later transaction removes the bytes. Because of this table, they are removed even if the
 * server crashes in between.
 */
@Component(service = ErasureStep.class)
public final class BlobErasure implements ErasureStep {

    private static final Logger LOG = LoggerFactory.getLogger(BlobErasure.class);
    private static final int PORTION = 400;
    private static final int FILES = 32;

    private final BlobStore bytes;
    private final Clock clock;

    @Activate
    public BlobErasure(@Reference BlobStore bytes, @Reference Clock clock) {
        this.bytes = bytes;
        this.clock = clock;
    }

    @Override
    public String namespace() {
        return "blobs";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        return removed(tx.sql()) || rows(tx.sql());
    }

    /** Removes the bytes of blobs in {@code blob_doomed}. Returns whether the table had any. */
    private boolean removed(SqlWriter sql) {
        List<OrganizationBlob> deletable = sql.select(
                "SELECT d.hash, o.id FROM blob_doomed d JOIN blob_organization o ON o.n = d.organization"
                        + " WHERE d.account = :account ORDER BY d.hash LIMIT " + FILES,
                row -> new OrganizationBlob(requireNonNull(row.getString(2)), BlobRows.id(row)));
        for (OrganizationBlob place : deletable) {
            if (!held(sql, place) && !bytes.remove(place.organization(), place.id(), clock.now())) {
                LOG.warn(
                        "The file of the blob {} of an erased account is kept, because its timestamp is in the future or"
                                + " cannot be read; set it with touch, then it is collected",
                        place.id());
            }
            sql.update(
                    "DELETE FROM blob_doomed WHERE account = :account AND hash = ?",
                    place.id().sha256());
        }
        return !deletable.isEmpty();
    }

    private static boolean held(SqlWriter sql, OrganizationBlob place) {
        return sql.exists(
                "SELECT 1 FROM blob_right WHERE organization = (SELECT n FROM blob_organization WHERE id = ?)"
                        + " AND hash = ? AND account <> :account LIMIT 1",
                place.organization(),
                place.id().sha256());
    }

    private static boolean rows(SqlWriter sql) {
        int refs = sql.update("DELETE FROM blob_ref WHERE account = :account AND (hash, type, n) IN"
                + " (SELECT hash, type, n FROM blob_ref WHERE account = :account LIMIT " + PORTION + ")");
        int guests = sql.update("DELETE FROM blob_guest WHERE uploader = :account AND (account, hash) IN"
                + " (SELECT account, hash FROM blob_guest WHERE uploader = :account LIMIT " + PORTION + ")");
        if (refs > 0 || guests > 0) {
            return true;
        }
        sql.update("DELETE FROM blob_damage WHERE (organization, hash) IN (SELECT organization, hash FROM blob_right"
                + " WHERE account = :account ORDER BY hash LIMIT " + PORTION + ")");
        sql.update("INSERT INTO blob_doomed (account, hash, organization) SELECT account, hash, organization"
                + " FROM blob_right WHERE account = :account ORDER BY hash LIMIT " + PORTION);
        return sql.update("DELETE FROM blob_right WHERE account = :account AND hash IN"
                        + " (SELECT hash FROM blob_doomed WHERE account = :account)")
                > 0;
    }
}
