package svc.blobs;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobStore;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.blobs.CollectorRows.Place;

/**
 * Erases what an account held: references and rights, and then the bytes that nobody else of its organization holds, at once
 * and however young they are. What is to go is written down in the transaction that takes the right away, so that the bytes go
 * after that is on the disk, and go also when the server was killed in between.
 */
@Component(service = ErasureStep.class)
public final class BlobErasure implements ErasureStep {

    private static final Logger LOG = LoggerFactory.getLogger(BlobErasure.class);
    private static final int PORTION = 400;
    private static final int FILES = 32;

    private final BlobStore bytes;
    private final Clock clock;

    /** Erases here. */
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
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        return removed(tx.sql()) || rows(tx.sql());
    }

    /** Whether there was something to remove, of what an earlier transaction wrote down. */
    private boolean removed(SqlWriter sql) {
        List<Place> doomed = sql.select(
                "SELECT d.hash, o.id FROM blob_doomed d JOIN blob_organization o ON o.n = d.organization"
                        + " WHERE d.account = :account ORDER BY d.hash LIMIT " + FILES,
                row -> new Place(requireNonNull(row.text(2)), BlobRows.id(row)));
        for (Place place : doomed) {
            if (!held(sql, place) && !bytes.remove(place.organization(), place.id(), clock.now())) {
                LOG.warn(
                        "The file of the blob {} of an erased account stays, because its timestamp lies in the future or"
                                + " cannot be read; set it with touch, and it is collected",
                        place.id());
            }
            sql.change(
                    "DELETE FROM blob_doomed WHERE account = :account AND hash = ?",
                    place.id().sha256());
        }
        return !doomed.isEmpty();
    }

    private static boolean held(SqlWriter sql, Place place) {
        return !sql.select(
                        "SELECT 1 FROM blob_right WHERE organization = (SELECT n FROM blob_organization WHERE id = ?)"
                                + " AND hash = ? AND account <> :account LIMIT 1",
                        row -> true,
                        place.organization(),
                        place.id().sha256())
                .isEmpty();
    }

    private static boolean rows(SqlWriter sql) {
        int refs = sql.change("DELETE FROM blob_ref WHERE account = :account AND (hash, type, n) IN"
                + " (SELECT hash, type, n FROM blob_ref WHERE account = :account LIMIT " + PORTION + ")");
        int guests = sql.change("DELETE FROM blob_guest WHERE uploader = :account AND (account, hash) IN"
                + " (SELECT account, hash FROM blob_guest WHERE uploader = :account LIMIT " + PORTION + ")");
        if (refs > 0 || guests > 0) {
            return true;
        }
        sql.change("DELETE FROM blob_damage WHERE (organization, hash) IN (SELECT organization, hash FROM blob_right"
                + " WHERE account = :account ORDER BY hash LIMIT " + PORTION + ")");
        sql.change("INSERT INTO blob_doomed (account, hash, organization) SELECT account, hash, organization"
                + " FROM blob_right WHERE account = :account ORDER BY hash LIMIT " + PORTION);
        return sql.change("DELETE FROM blob_right WHERE account = :account AND hash IN"
                        + " (SELECT hash FROM blob_doomed WHERE account = :account)")
                > 0;
    }
}
