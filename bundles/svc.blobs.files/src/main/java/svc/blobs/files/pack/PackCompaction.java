package svc.blobs.files.pack;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.blobs.files.pack.PackRows.PackedBlob;
import svc.blobs.files.pack.Packs.Appended;

/** Copies the blobs of packs with few blobs into the open pack, and deletes these packs. Thread-safe. */
public final class PackCompaction {

    private static final Logger LOG = LoggerFactory.getLogger(PackCompaction.class);
    private static final int PORTION = 64;

    /** A pack is compacted if its blobs use less than this part of it. */
    private static final double LEAST_USED = 0.6;

    private final Packs packs;
    private final PackReader reader;
    private final PackRemoval removal;
    private final PackIndex index;
    private final Store store;
    private final BooleanSupplier held;
    private final LongAdder compacted = new LongAdder();

    PackCompaction(
            Packs packs, PackReader reader, PackRemoval removal, PackIndex index, Store store, BooleanSupplier held) {
        this.packs = packs;
        this.reader = reader;
        this.removal = removal;
        this.index = index;
        this.store = store;
        this.held = held;
    }

    /** Returns the number of packs that were compacted since the start. */
    public long compacted() {
        return compacted.sum();
    }

    /**
     * Overwrites dead entries, compares settled packs with the rows, and compacts packs with few blobs. Does nothing
     * while the files are held.
     */
    public void run(BooleanSupplier mayGoOn) throws IOException {
        BooleanSupplier goOn = () -> mayGoOn.getAsBoolean() && !held.getAsBoolean();
        packs.sealIfOld();
        removal.overwriteDead(goOn);
        for (int pack : packs.settled()) {
            if (!goOn.getAsBoolean()) {
                return;
            }
            try {
                if (isCompared(pack) && hasFewBlobs(pack)) {
                    compact(pack, goOn);
                }
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException e) {
                LOG.warn(
                        "The pack {} cannot be compacted: {}. Run `svc blobs scrub`.",
                        packs.folder().path(pack),
                        e.toString());
            }
        }
        removal.overwriteDead(goOn);
    }

    private boolean hasFewBlobs(int pack) throws IOException {
        long used = store.read(Scope.system(), snapshot -> PackRows.used(snapshot.sql(), pack));
        return used == 0 || used < LEAST_USED * packs.folder().size(pack);
    }

    /**
     * Compares a pack with the rows once, because compaction deletes what no row names. If the pack had such entries, it
     * is compacted a day later: until then, the garbage collector has removed or quarantined the blobs that nothing
     * refers to, by the timestamp of this pack.
     */
    private boolean isCompared(int pack) throws IOException {
        Optional<Instant> known = store.read(Scope.system(), snapshot -> PackRows.compactable(snapshot.sql(), pack));
        if (known.isPresent()) {
            return !known.get().isAfter(packs.folder().now());
        }
        retire(pack);
        boolean changed = index.compare(pack) > 0;
        Instant compactable = changed ? packs.folder().now().plus(Packs.SETTLED) : Instant.EPOCH;
        store.write(Scope.system(), TransactionCallback.named("svc.blobs.files: a pack is compared", tx -> {
            PackRows.compared(tx.sql(), pack, compactable);
            return true;
        }));
        return !changed;
    }

    /**
     * Copies the blobs of a pack into the open pack, and deletes it. A damaged entry is copied as it is. If an entry
     * cannot be read completely, the pack is kept.
     */
    private void compact(int pack, BooleanSupplier goOn) throws IOException {
        retire(pack);
        boolean more = true;
        while (more) {
            if (!goOn.getAsBoolean()) {
                return;
            }
            synchronized (removal.moving()) {
                List<PackedBlob> page = page(pack);
                if (!copy(page)) {
                    return;
                }
                more = !page.isEmpty();
            }
        }
        // A hold that is taken later begins before its snapshot, which does not refer to this pack any more.
        if (held.getAsBoolean()) {
            return;
        }
        delete(pack);
        compacted.increment();
    }

    /** Ensures that all blobs of a pack that are ever committed are in the database when this method returns. */
    void retire(int pack) {
        packs.retire(pack);
        store.write(Scope.system(), TransactionCallback.named("svc.blobs.files: wait for earlier commits", tx -> true));
    }

    List<PackedBlob> page(int pack) {
        return store.read(Scope.system(), snapshot -> PackRows.of(snapshot.sql(), pack, PORTION));
    }

    private boolean copy(List<PackedBlob> page) throws IOException {
        if (page.isEmpty()) {
            return true;
        }
        List<Appended> copies = new ArrayList<>();
        for (PackedBlob blob : page) {
            byte[] body = reader.read(blob.place());
            if (body.length < blob.place().length()) {
                LOG.warn(
                        "The pack {} is not compacted, because it ends within the blob {}. Run `svc blobs scrub`.",
                        packs.folder().path(blob.place().pack()),
                        blob.id());
                return false;
            }
            copies.add(packs.append(blob.organization(), blob.id().sha256(), body));
        }
        store.write(Scope.system(), TransactionCallback.named("svc.blobs.files: move blobs to another pack", tx -> {
            for (int i = 0; i < page.size(); i++) {
                tx.after(copies.get(i).durable());
                PackRows.move(tx.sql(), page.get(i), copies.get(i).place());
            }
            return true;
        }));
        return true;
    }

    /** Deletes a pack without blobs. */
    void delete(int pack) throws IOException {
        packs.folder().delete(pack);
        reader.close(pack);
        store.write(Scope.system(), TransactionCallback.named("svc.blobs.files: a pack is deleted", tx -> {
            PackRows.deleted(tx.sql(), pack);
            return true;
        }));
    }
}
