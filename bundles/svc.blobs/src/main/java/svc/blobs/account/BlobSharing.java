package svc.blobs;

import java.util.Optional;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.identity.Account;
import svc.api.store.JointWriting;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreProblem;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.blobs.BlobRows.Sized;

/** Lets accounts hold what another one of their organization holds: a row is written, and none of the bytes moves. Any thread. */
final class BlobSharing {

    private final Store store;
    private final Allowance allowance;
    private final Clock clock;

    BlobSharing(Store store, Allowance allowance, Clock clock) {
        this.store = store;
        this.allowance = allowance;
        this.clock = clock;
    }

    /**
     * Lets the account of a transaction hold a blob: for a day where nothing refers to it, however old the bytes are.
     *
     * @param by the number of the account of who does it
     * @return the blobs that gave way to it
     * @throws OverQuota the account may not keep it
     */
    Set<BlobId> hold(Transaction tx, Account to, long by, Sized blob) {
        Set<BlobId> gone = allowance.makeRoom(tx, blob.id(), blob.size());
        long until = clock.now().plus(Collector.KEPT).toEpochMilli();
        BlobRows.hold(tx.sql(), to.n(), new BlobRows.Holding(blob.id(), to.organization(), blob.size(), by, until));
        return gone;
    }

    /**
     * Lets an account hold a blob that another one holds.
     *
     * @return the blobs that gave way to it; empty where the other one does not hold it
     * @throws NoRoom there is no room for the row
     * @throws OverQuota the account may not keep it
     */
    Optional<Set<BlobId>> share(Account from, Account to, long by, BlobId id) throws NoRoom {
        Scope source = KeptBlobs.scope(from);
        Scope target = KeptBlobs.scope(to);
        try {
            return store.write(Set.of(source, target), new JointWriting<Optional<Set<BlobId>>>() {
                @Override
                public Optional<Set<BlobId>> in(Joint joint) {
                    return BlobRows.sizes(joint.of(source).sql(), Set.of(id)).stream()
                            .findFirst()
                            .map(blob -> hold(joint.of(target), to, by, blob));
                }

                @Override
                public String name() {
                    return "svc.blobs: hold a blob of another account";
                }
            });
        } catch (StoreProblem e) {
            if (e.kind() == StoreProblem.Kind.FULL) {
                throw new NoRoom(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
    }
}
