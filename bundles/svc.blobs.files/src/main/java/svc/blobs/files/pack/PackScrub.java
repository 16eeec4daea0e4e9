package svc.blobs.files.pack;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import svc.api.blob.BlobUnavailableException;
import svc.api.blob.CorruptBlobException;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.files.pack.PackRows.PackedBlob;
import svc.blobs.files.pack.PackWalk.Found;

/**
 * Reads packs from their beginning to their end and reports damage that reading the blobs does not find: damaged headers,
 * damaged entries that no blob uses, and packs that end too early. Thread-safe.
 */
public final class PackScrub {

    private static final int NAMED = 1_000;

    private final Packs packs;
    private final PackReader reader;
    private final BodyCheck check;
    private final Store store;

    PackScrub(Packs packs, PackReader reader, BodyCheck check, Store store) {
        this.packs = packs;
        this.reader = reader;
        this.check = check;
        this.store = store;
    }

    /**
     * Reads all packs. The open pack is sealed before.
     *
     * @param damage receives a sentence for each damage, which names the file and the offset
     * @param goOn returns false when the work must end early
     * @return the number of damages
     */
    public long scrub(Consumer<String> damage, BooleanSupplier goOn) throws IOException {
        packs.seal();
        List<Integer> present = packs.sealed();
        List<Path> missing = missing();
        missing.forEach(file -> damage.accept("The file " + file + " is missing."));
        long damages = missing.size();
        for (int pack : present) {
            if (goOn.getAsBoolean()) {
                Set<String> again = damages(pack);
                again.forEach(damage);
                damages += again.size();
            }
        }
        return damages;
    }

    /** Returns the files of packs that have blobs and do not exist, not even in the backup of a restore. */
    public List<Path> missing() throws IOException {
        List<Path> missing = new ArrayList<>();
        for (int pack : store.read(Scope.system(), snapshot -> PackRows.packs(snapshot.sql()))) {
            if (packs.folder().isMissing(pack) && named(pack, 0).isPresent()) {
                missing.add(packs.folder().path(pack));
            }
        }
        return missing;
    }

    /** Returns the damages of a pack. They are looked for twice, because entries may be removed while they are read. */
    private Set<String> damages(int pack) throws IOException {
        Set<String> first = look(pack);
        if (!first.isEmpty()) {
            first.retainAll(look(pack));
        }
        return first;
    }

    /** Collects the damages of the entries of a pack. */
    private final class DamageCollector implements PackWalk.Visitor {

        private final int pack;
        private final Set<String> found;

        DamageCollector(int pack, Set<String> found) {
            this.pack = pack;
            this.found = found;
        }

        @Override
        public void entries(List<Found> portion) throws IOException {
            for (Found one : portion) {
                damage(one)
                        .ifPresent(what -> found.add(sentence(pack, one.place().at(), what)));
            }
        }

        @Override
        public void gap(long from, long to) {
            found.add(sentence(pack, from, "has no intact header up to the offset " + to));
            store.read(
                            Scope.system(),
                            snapshot -> PackRows.between(
                                    snapshot.sql(), Place.first(pack) + from, Place.first(pack) + to, NAMED))
                    .forEach(blob -> found.add(sentence(
                            pack, blob.place().at(), "has a damaged header, which belongs to the blob " + blob.id())));
        }
    }

    private Set<String> look(int pack) throws IOException {
        Set<String> found = new LinkedHashSet<>();
        try {
            new PackWalk(reader, store).walk(pack, new DamageCollector(pack, found));
        } catch (NoSuchFileException e) {
            return new LinkedHashSet<>(); // The pack was compacted.
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            found.add("The file " + packs.folder().path(pack) + " cannot be read: " + e + ".");
            return found;
        }
        long size = packs.folder().size(pack);
        named(pack, size)
                .ifPresent(blob -> found.add(sentence(
                        pack,
                        size,
                        "ends before the blob " + blob.id() + " at the offset "
                                + blob.place().at())));
        return found;
    }

    /** Returns the first blob of a pack from an offset on. */
    private Optional<PackedBlob> named(int pack, long from) {
        return store
                .read(
                        Scope.system(),
                        snapshot ->
                                PackRows.between(snapshot.sql(), Place.first(pack) + from, Place.first(pack + 1), 1))
                .stream()
                .findFirst();
    }

    private String sentence(int pack, long at, String what) {
        return "The file " + packs.folder().path(pack) + " at the offset " + at + " " + what + ".";
    }

    /** Returns what is wrong with an entry. The bytes of an entry with a row are verified together with its blob. */
    private Optional<String> damage(Found found) throws IOException {
        if (found.place().end() > packs.folder().size(found.place().pack())) {
            return Optional.of("has an entry that the file does not contain completely");
        }
        if (found.row().isPresent()) {
            return found.row().equals(Optional.of(found.blob()))
                    ? Optional.empty()
                    : Optional.of("has a header that does not belong to the blob "
                            + found.row().get().id());
        }
        if (found.entry().isVoid()) {
            return Optional.empty();
        }
        try {
            check.verify(found.blob(), reader.read(found.place()));
            return Optional.empty();
        } catch (BlobUnavailableException e) {
            return Optional.empty();
        } catch (CorruptBlobException e) {
            return store.read(Scope.system(), snapshot -> PackRows.isDead(snapshot.sql(), found.place()))
                    ? Optional.empty()
                    : Optional.of("has a damaged entry that no blob uses: " + e.getMessage());
        }
    }
}
