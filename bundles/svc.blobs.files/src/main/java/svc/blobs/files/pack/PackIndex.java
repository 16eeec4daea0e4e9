package svc.blobs.files.pack;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobUnavailableException;
import svc.api.blob.CorruptBlobException;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.blobs.files.pack.PackRows.PackedBlob;
import svc.blobs.files.pack.PackWalk.Found;

/** Compares the entries of packs with the rows that name them, and adds missing rows. Thread-safe. */
public final class PackIndex {

    private static final Logger LOG = LoggerFactory.getLogger(PackIndex.class);

    private final Packs packs;
    private final PackReader reader;
    private final BodyCheck check;
    private final PackRemoval removal;
    private final Store store;

    PackIndex(Packs packs, PackReader reader, BodyCheck check, PackRemoval removal, Store store) {
        this.removal = removal;
        this.packs = packs;
        this.reader = reader;
        this.check = check;
        this.store = store;
    }

    /**
     * Cuts off entries that a crash left incomplete at the end of the last pack. Entries with a place are complete,
     * because they were forced to the disk before the commit of their place.
     */
    public void recover() throws IOException {
        int last = packs.folder().last();
        if (last == 0) {
            return;
        }
        long[] end = {
            store.read(Scope.system(), snapshot -> PackRows.last(snapshot.sql(), last))
                    .map(Place::end)
                    .orElse(0L)
        };
        reader.scan(last, end[0], (entry, place) -> {
            if (place.end() <= packs.folder().size(last) && (entry.isVoid() || opens(entry.blob(place)))) {
                end[0] = place.end();
            }
        });
        packs.folder().cut(last, end[0]);
    }

    /** Adds places for all intact entries of blobs without a place, the newest pack first. Returns their number. */
    public long rebuild(Consumer<Long> progress) throws IOException {
        List<Integer> newest = new ArrayList<>(packs.folder().numbers());
        newest.sort((one, other) -> other - one);
        long[] counts = {0, 0};
        for (int pack : newest) {
            new PackWalk(reader, store).walk(pack, portion -> {
                counts[0] += add(portion, false);
                counts[1] += portion.size();
                progress.accept(counts[1]);
            });
        }
        return counts[0];
    }

    /**
     * Adds places for the intact entries of a retired pack. Entries of blobs that have another place become dead: a
     * crash left them behind. Returns the number of places that were added.
     */
    long compare(int pack) throws IOException {
        long[] added = {0};
        new PackWalk(reader, store).walk(pack, portion -> added[0] += add(portion, true));
        return added[0];
    }

    /**
     * An entry without a row.
     *
     * @param known the place that its blob has
     * @param needed whether the blob cannot be opened at the known place
     */
    private record Stray(PackedBlob blob, Optional<Place> known, boolean needed) {}

    private long add(List<Found> portion, boolean retired) throws IOException {
        List<PackedBlob> unknown = portion.stream()
                .filter(found -> !found.entry().isVoid() && found.row().isEmpty())
                .map(Found::blob)
                .toList();
        synchronized (removal.moving()) {
            List<Stray> strays = new ArrayList<>();
            for (PackedBlob blob : unknown) {
                stray(blob).ifPresent(strays::add);
            }
            return write(strays, retired);
        }
    }

    private long write(List<Stray> strays, boolean retired) {
        return strays.isEmpty()
                ? 0
                : store.write(
                        Scope.system(),
                        TransactionCallback.named(
                                "svc.blobs.files: add places of blobs",
                                tx -> strays.stream()
                                        .filter(stray -> add(tx, stray, retired))
                                        .count()));
    }

    /** Returns an entry without a row; empty if it is damaged or no key decrypts it. */
    private Optional<Stray> stray(PackedBlob blob) throws IOException {
        Optional<Place> known = known(blob);
        if (known.isPresent() && opens(new PackedBlob(blob.organization(), blob.id(), known.get()))) {
            return Optional.of(new Stray(blob, known, false));
        }
        try {
            check.verify(blob, reader.read(blob.place()));
            return Optional.of(new Stray(blob, known, true));
        } catch (BlobUnavailableException e) {
            return Optional.empty();
        } catch (CorruptBlobException e) {
            LOG.warn("The entry of the blob {} at {} is damaged: {}", blob.id(), blob.place(), e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<Place> known(PackedBlob blob) {
        return store.read(Scope.system(), snapshot -> PackRows.find(snapshot.sql(), blob.organization(), blob.id()));
    }

    private static boolean add(Transaction tx, Stray stray, boolean retired) {
        PackedBlob blob = stray.blob();
        Optional<Place> now = PackRows.find(tx.sql(), blob.organization(), blob.id());
        if (PackRows.isDead(tx.sql(), blob.place()) || now.equals(Optional.of(blob.place()))) {
            return false;
        }
        if (now.isEmpty()) {
            return PackRows.add(tx.sql(), blob);
        }
        if (stray.needed() && now.equals(stray.known())) {
            PackRows.put(tx.sql(), blob);
            return true;
        }
        if (retired) {
            PackRows.dead(tx.sql(), blob.place());
        }
        return false;
    }

    /** Returns whether the seal of a blob holds. Without the key, this cannot be decided, so it counts as intact. */
    private boolean opens(PackedBlob blob) throws IOException {
        try {
            check.open(blob, reader.read(blob.place()));
            return true;
        } catch (BlobUnavailableException e) {
            return true;
        } catch (CorruptBlobException | NoSuchFileException e) {
            return false;
        }
    }
}
