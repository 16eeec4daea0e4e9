package svc.blobs.files.pack;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.blobs.files.pack.PackRows.PackedBlob;

/** Removes blobs from packs, and overwrites their entries. Thread-safe. */
public final class PackRemoval {

    private static final Logger LOG = LoggerFactory.getLogger(PackRemoval.class);
    private static final int PORTION = 512;

    private final Packs packs;
    private final Store store;
    private final BooleanSupplier held;

    /**
     * Held while blobs are moved to another place, removed or overwritten, and while rows are added for entries without
     * one. So no row is added for an entry that is overwritten at the same time.
     */
    private final Object moving = new Object();

    PackRemoval(Packs packs, Store store, BooleanSupplier held) {
        this.packs = packs;
        this.store = store;
        this.held = held;
    }

    Object moving() {
        return moving;
    }

    /**
     * Removes the places of blobs. No blob is moved between the lookup and its removal. Returns the blobs that have no
     * place now.
     *
     * @param atOnce whether to overwrite the entries at once. Otherwise the next compaction overwrites them in the order
     *     of their places, which needs one sync for each pack instead of one for each pack and call. While the files are
     *     held, an earlier entry of these blobs is not overwritten at once, because a backup may need another dead one.
     */
    public Set<BlobId> remove(Supplier<List<PackedBlob>> lookup, boolean atOnce) {
        synchronized (moving) {
            List<PackedBlob> blobs = lookup.get();
            Set<BlobId> removed = blobs.isEmpty() ? Set.of() : withoutPlaces(blobs);
            if (atOnce && !removed.isEmpty()) {
                if (held.getAsBoolean()) {
                    overwrite(blobs.stream()
                            .filter(blob -> removed.contains(blob.id()))
                            .map(PackedBlob::place)
                            .toList());
                } else {
                    overwriteDead(() -> true); // These, and earlier entries of the same blobs.
                }
            }
            return removed;
        }
    }

    /** Removes the places of all blobs of an organization, in portions. */
    public void removePlaces(String organization) {
        boolean more = true;
        while (more) {
            synchronized (moving) {
                List<PackedBlob> some =
                        store.read(Scope.system(), snapshot -> PackRows.some(snapshot.sql(), organization, PORTION));
                more = !some.isEmpty();
                if (more) {
                    withoutPlaces(some);
                }
            }
        }
    }

    /** An action on files. */
    @FunctionalInterface
    public interface FileAction<T> {
        T run() throws IOException;
    }

    /** Runs an action, during which the maintenance adds and moves no places. */
    public <T> T whileNothingMoves(FileAction<T> action) throws IOException {
        synchronized (moving) {
            return action.run();
        }
    }

    /** Overwrites the entry of a blob that no transaction has committed, and that none will commit. */
    public void discard(PackedBlob blob) throws IOException {
        synchronized (moving) {
            Optional<Place> now = store.read(
                    Scope.system(), snapshot -> PackRows.find(snapshot.sql(), blob.organization(), blob.id()));
            if (!now.equals(Optional.of(blob.place()))) {
                packs.overwrite(List.of(blob.place()));
            }
        }
    }

    /** Removes the places of blobs. Returns the blobs that have no place now. */
    Set<BlobId> withoutPlaces(List<PackedBlob> blobs) {
        return store.write(Scope.system(), TransactionCallback.named("svc.blobs.files: remove blobs", tx -> {
            Set<BlobId> gone = new LinkedHashSet<>();
            for (PackedBlob blob : blobs) {
                if (PackRows.remove(tx.sql(), blob)) {
                    gone.add(blob.id());
                }
            }
            return gone;
        }));
    }

    /** Overwrites dead entries in the order of their places. */
    public void overwriteDead(BooleanSupplier goOn) {
        boolean more = true;
        while (more && goOn.getAsBoolean()) {
            more = overwriteSome(goOn);
        }
    }

    private boolean overwriteSome(BooleanSupplier goOn) {
        synchronized (moving) {
            List<Place> dead = store.read(Scope.system(), snapshot -> PackRows.dead(snapshot.sql(), PORTION));
            // Asked after the read: the snapshot of a hold that is taken later has none of these entries.
            return !dead.isEmpty() && goOn.getAsBoolean() && overwrite(dead);
        }
    }

    /** Overwrites dead entries. If this fails, the next run of the maintenance overwrites them. */
    private boolean overwrite(List<Place> places) {
        try {
            packs.overwrite(places);
        } catch (IOException e) {
            LOG.warn(
                    "Removed blobs in {} could not be overwritten and will be later: {}",
                    packs.folder().path(),
                    e.toString());
            return false;
        }
        store.write(Scope.system(), TransactionCallback.named("svc.blobs.files: removed blobs are overwritten", tx -> {
            PackRows.overwritten(tx.sql(), places);
            return true;
        }));
        return true;
    }
}
