package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.backup.BlobHolds;
import svc.api.backup.DeferredBlobFiles;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.blobs.files.disk.AbsentFiles;
import svc.blobs.files.disk.LocalBlobHolds;
import svc.blobs.files.pack.PackFolder;
import svc.blobs.files.pack.PackMaintenance;
import svc.blobs.files.pack.PackRows;
import svc.blobs.files.pack.PackRows.PackedBlob;
import svc.blobs.files.pack.Place;

/**
 * The blob store of the server: small blobs are entries of packs, whose places are rows of the database, and large blobs
 * are files. Small blobs that an earlier release stored in files stay there until they are written again.
 */
@Component(service = {BlobStore.class, PackedBlobs.class})
public final class PackedBlobs implements BlobStore {

    private static final Logger LOG = LoggerFactory.getLogger(PackedBlobs.class);

    private final FileBlobs files;
    private final Store store;
    private final BlobHolds holds;
    private final Clock clock;
    private final PackFolder folder;
    private final PackBodies bodies;
    private final PackMaintenance parts;
    private final PackWriter writer;
    private volatile long damages;

    @Activate
    public PackedBlobs(
            @Reference FileBlobs files, @Reference Store store, @Reference Clock clock, @Reference BlobHolds holds) {
        this.files = files;
        this.store = store;
        this.holds = holds;
        this.clock = clock;
        this.folder = new PackFolder(files.folder().packs(), clock, files.absent());
        this.bodies = new PackBodies(files, store, folder);
        this.parts = PackMaintenance.of(
                folder,
                bodies.reader(),
                files.room(),
                bodies,
                (blob, body, touched) -> files.writer().adopt(blob.organization(), blob.id(), body, touched),
                store,
                holds::isHeld);
        this.writer = new PackWriter(files, store, bodies, parts);
    }

    /** Creates the blob store of a home without an OSGi framework. */
    public static PackedBlobs in(Path home, Store store, Clock clock) {
        return in(home, store, clock, new LocalBlobHolds(store, clock));
    }

    /** Creates the blob store of a home without an OSGi framework, and with these holds. */
    public static PackedBlobs in(Path home, Store store, Clock clock, BlobHolds holds) {
        return new PackedBlobs(FileBlobs.in(home, clock), store, clock, holds);
    }

    /** Creates the blob store of a home without an OSGi framework, of which some files are in a backup. */
    public static PackedBlobs in(Path home, Store store, Clock clock, DeferredBlobFiles deferred) {
        FileBlobs files = FileBlobs.in(home, clock, AbsentFiles.in(home, deferred));
        return new PackedBlobs(files, store, clock, new LocalBlobHolds(store, clock));
    }

    /** Verifies the keys and cleans up after a crash, before the store is used. */
    void begin() throws IOException {
        files.begin();
        parts.index().recover();
    }

    /** Seals the open pack. */
    @Deactivate
    public void close() {
        parts.packs().seal();
    }

    @Override
    public BlobWriter newBlob(String organization) throws IOException {
        files.requireOtherThread();
        return writer.begin(organization);
    }

    private Optional<Place> place(String organization, BlobId id) {
        return bodies.place(organization, id);
    }

    @Override
    public Optional<StoredBlob> find(String organization, BlobId id) {
        files.requireOtherThread();
        files.folder().of(organization);
        Optional<Place> place = place(organization, id);
        return place.isPresent()
                ? Optional.of(bodies.stored(new PackedBlob(organization, id, place.get())))
                : files.find(organization, id);
    }

    @Override
    public boolean remove(String organization, BlobId id, Instant untouchedSince) {
        return !removeAll(organization, List.of(id), untouchedSince).isEmpty();
    }

    @Override
    public Set<BlobId> removeAll(String organization, Collection<BlobId> ids, Instant untouchedSince) {
        files.requireOtherThread();
        files.folder().of(organization);
        Set<BlobId> inFiles = new LinkedHashSet<>();
        Set<BlobId> removed = new LinkedHashSet<>(parts.removal()
                .remove(() -> packed(organization, ids, untouchedSince, inFiles), untouchedSince.equals(Instant.MAX)));
        removed.forEach(id -> files.tally().removed());
        removed.addAll(inFiles);
        return removed;
    }

    /** Removes the files of blobs. Returns the blobs whose places must be removed; adds those without a place to a set. */
    private List<PackedBlob> packed(
            String organization, Collection<BlobId> ids, Instant untouchedSince, Set<BlobId> inFiles) {
        List<PackedBlob> packed = new ArrayList<>();
        for (BlobId id : ids) {
            Optional<Place> place = place(organization, id);
            boolean old = place.isEmpty() || isOld(place.get().pack(), untouchedSince);
            if (old && files.remove(organization, id, untouchedSince)) {
                place.map(at -> new PackedBlob(organization, id, at))
                        .ifPresentOrElse(packed::add, () -> inFiles.add(id));
            }
        }
        return packed;
    }

    private boolean isOld(int pack, Instant untouchedSince) {
        return folder.lastModified(pack)
                .filter(at -> !at.isAfter(untouchedSince) && !at.isAfter(clock.now()))
                .isPresent();
    }

    @Override
    public boolean quarantine(String organization, BlobId id, Instant untouchedSince) {
        files.requireOtherThread();
        Optional<PackedBlob> packed = place(organization, id).map(place -> new PackedBlob(organization, id, place));
        if (packed.isEmpty()) {
            return files.quarantine(organization, id, untouchedSince);
        }
        try {
            return isOld(packed.get().place().pack(), untouchedSince)
                    && parts.unpacking().unpack(packed.get())
                    && files.quarantine(organization, id, untouchedSince);
        } catch (IOException e) {
            LOG.warn("The blob {} is kept, because it cannot be moved out of its pack: {}", id, e.toString());
            return false;
        }
    }

    @Override
    public List<BlobId> list(String organization, Optional<BlobId> after, int max) throws IOException {
        Set<BlobId> all = new TreeSet<>((one, other) -> one.toString().compareTo(other.toString()));
        all.addAll(files.list(organization, after, max));
        all.addAll(store.read(
                Scope.system(), snapshot -> PackRows.list(snapshot.sql(), organization, after, Math.max(0, max))));
        return all.stream().limit(Math.max(0, max)).toList();
    }

    @Override
    public Set<String> tenants() throws IOException {
        Set<String> found = new TreeSet<>(files.tenants());
        found.addAll(store.read(Scope.system(), snapshot -> PackRows.organizations(snapshot.sql())));
        return found;
    }

    /**
     * Removes the places before the keys, so that no place without a key remains if the erasure is interrupted. All
     * places are removed before the entries are overwritten in the order of the packs, so that each pack is synced once.
     * While the files are held, the entries are overwritten later; without their keys they are unreadable.
     */
    @Override
    public void eraseTenant(String organization) throws IOException {
        files.folder().of(organization);
        parts.removal().removePlaces(organization);
        // The maintenance adds no place in between, and cannot add one without the keys.
        Optional<Path> detached = parts.removal().whileNothingMoves(() -> {
            parts.removal().removePlaces(organization);
            return files.detach(organization);
        });
        files.erase(organization, detached);
        parts.removal().removePlaces(organization); // Those that were committed meanwhile.
        parts.removal().overwriteDead(() -> !holds.isHeld());
    }

    @Override
    public long rebuild(Consumer<Long> progress) throws IOException {
        return parts.index().rebuild(progress);
    }

    @Override
    public void compact(BooleanSupplier goOn) throws IOException {
        parts.compaction().run(goOn);
    }

    @Override
    public long scrub(Consumer<String> damage, BooleanSupplier goOn) throws IOException {
        damages = parts.scrub().scrub(damage, goOn);
        return damages;
    }

    /** Returns the number of damages that the last scrub found since the start. */
    long damages() {
        return damages;
    }

    FileBlobs files() {
        return files;
    }

    PackFolder packs() {
        return folder;
    }

    PackMaintenance parts() {
        return parts;
    }

    @Override
    public String toString() {
        return files.toString();
    }
}
