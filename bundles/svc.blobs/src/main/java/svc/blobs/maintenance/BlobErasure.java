package svc.blobs.maintenance;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Scope;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.blobs.account.BlobRemoval;
import svc.blobs.account.BlobRows;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;
import svc.blobs.account.StoredAccountBlobs;

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

    private final Store store;
    private final BlobRemoval removal;

    @Activate
    public BlobErasure(@Reference Store store, @Reference BlobRemoval removal) {
        this.store = store;
        this.removal = removal;
    }

    @Override
    public String namespace() {
        return "blobs";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        return rows(tx.sql());
    }

    @Override
    public void eraseFiles(ErasedAccount who) {
        Scope scope = StoredAccountBlobs.scope(who.account());
        for (List<OrganizationBlob> page = doomed(scope); !page.isEmpty(); page = doomed(scope)) {
            removal.remove(page)
                    .forEach(place -> LOG.warn(
                            "The file of the blob {} of an erased account is kept, because its timestamp is in the future"
                                    + " or cannot be read; set it with touch, then it is collected",
                            place.id()));
            List<OrganizationBlob> done = page;
            store.write(scope, TransactionCallback.named("svc.blobs: the bytes of an account are erased", tx -> {
                done.forEach(place -> tx.sql()
                        .update(
                                "DELETE FROM blob_doomed WHERE account = :account AND hash = ?",
                                place.id().sha256()));
                return true;
            }));
        }
    }

    /** Returns some blobs whose rows are erased and whose bytes may not be. */
    private List<OrganizationBlob> doomed(Scope scope) {
        return store.read(
                scope,
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT d.hash, o.id FROM blob_doomed d JOIN blob_organization o ON o.n = d.organization"
                                        + " WHERE d.account = :account ORDER BY d.hash LIMIT " + FILES,
                                row -> new OrganizationBlob(requireNonNull(row.getString(2)), BlobRows.id(row))));
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
