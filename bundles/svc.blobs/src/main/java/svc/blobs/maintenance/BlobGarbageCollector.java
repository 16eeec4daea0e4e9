package svc.blobs.maintenance;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.backup.BlobHolds;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Store.HomeIdentity;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.blobs.account.BlobRows;
import svc.blobs.account.OrganizationBlobRows;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;
import svc.blobs.account.OrganizationBlobRows.UnreferencedBlob;

/**
 * Removes blobs that are unreferenced and whose files are older than 24 hours.
 *
 * <p>A transaction deletes the rows and finds the blobs that no account holds. Their bytes are removed after its commit,
 * unless they were touched meanwhile. An account can hold such a blob again only after it has written the bytes again,
 * which touches them. A crash before the removal leaves a file without a row, which {@link #strays} finds. Files of an
 * organization that the database does not know are kept. After a restore of the database, blobs older than the restore
 * are moved to the quarantine instead. While a hold is in force ({@link BlobHolds}), nothing is removed. Only one run is
 * active at a time.
 */
@Component(service = BlobGarbageCollector.class)
public final class BlobGarbageCollector {

    private static final Logger LOG = LoggerFactory.getLogger(BlobGarbageCollector.class);
    private static final int PORTION = 32;
    private static final int PAGE = 512;

    private final Store store;
    private final BlobStore bytes;
    private final Clock clock;
    private final BlobHolds holds;
    private final LongAdder removed = new LongAdder();
    private volatile boolean stopped;

    @Activate
    public BlobGarbageCollector(
            @Reference Store store, @Reference BlobStore bytes, @Reference Clock clock, @Reference BlobHolds holds) {
        this.store = store;
        this.bytes = bytes;
        this.clock = clock;
        this.holds = holds;
    }

    /**
     * The result of a run.
     *
     * @param rights the number of deleted rows, one per account and blob
     * @param blobs the number of removed blobs
     * @param undated the number of blobs that were kept because the timestamp of their file is in the future or
     *     unreadable
     * @param unknown the number of organizations that have files but are not in the database; their files are kept
     */
    public record Result(long rights, long blobs, long undated, long unknown) {

        /** Creates a result without unknown organizations. */
        Result(long rights, long blobs, long undated) {
            this(rights, blobs, undated, 0);
        }

        Result plus(Result other) {
            return new Result(
                    rights + other.rights, blobs + other.blobs, undated + other.undated, unknown + other.unknown);
        }
    }

    private static final Result NOTHING = new Result(0, 0, 0);

    /** Returns the number of blobs removed since the start. */
    public long removed() {
        return removed.sum();
    }

    void stop() {
        stopped = true;
    }

    /** Collects the unreferenced blobs and the bytes without a row. */
    synchronized Result all() {
        Result loose = loose();
        compact(); // Finds the bytes without a row that a crash left in packs.
        return loose.plus(strays());
    }

    /** Collects the unreferenced blobs. */
    public synchronized Result loose() {
        Instant now = clock.now();
        Result total = NOTHING;
        UnreferencedBlob last = null;
        boolean more = true;
        while (more && !stopped && !holds.isHeld()) {
            UnreferencedBlob after = last;
            List<UnreferencedBlob> page = store.read(
                    Scope.system(), snapshot -> OrganizationBlobRows.loose(snapshot.sql(), after, now, PORTION));
            total = total.plus(releaseUnreferenced(page, now));
            more = page.size() == PORTION;
            last = more ? page.get(PORTION - 1) : null;
        }
        return logged(total);
    }

    private Result releaseUnreferenced(List<UnreferencedBlob> page, Instant now) {
        List<UnreferencedBlob> old = new ArrayList<>();
        long undated = 0;
        for (UnreferencedBlob right : page) {
            Age age = age(right.place(), now);
            undated += age == Age.UNKNOWN ? 1 : 0;
            if (age == Age.OLD || age == Age.GONE) {
                old.add(right);
            }
        }
        if (old.isEmpty()) {
            return new Result(0, 0, undated);
        }
        Dropped dropped =
                store.write(Scope.system(), TransactionCallback.named("svc.blobs: give blobs up", tx -> drop(tx, old)));
        Instant restored = restored();
        Set<OrganizationBlob> places = new LinkedHashSet<>();
        Set<OrganizationBlob> doubtful = new LinkedHashSet<>();
        // Blobs that were uploaded before the restore may have had references in the database that was replaced.
        dropped.rights()
                .forEach(
                        right -> (right.brought() >= 0 && right.brought() < restored.toEpochMilli() ? doubtful : places)
                                .add(right.place()));
        places.retainAll(dropped.free());
        places.removeAll(doubtful);
        doubtful.retainAll(dropped.free());
        return new Result(dropped.rights().size(), remove(places, now) + quarantine(doubtful, now), undated);
    }

    /**
     * The rows that a transaction deleted.
     *
     * @param rights the deleted rows
     * @param free their blobs that no account holds now
     */
    private record Dropped(List<UnreferencedBlob> rights, Set<OrganizationBlob> free) {}

    private Dropped drop(Transaction tx, List<UnreferencedBlob> old) {
        if (holds.isHeld()) { // The hold was taken in the meantime.
            return new Dropped(List.of(), Set.of());
        }
        List<UnreferencedBlob> rights = old.stream()
                .filter(right -> OrganizationBlobRows.drop(tx.sql(), right))
                .toList();
        Set<OrganizationBlob> free = new LinkedHashSet<>();
        rights.forEach(right -> free.add(right.place()));
        free.removeIf(place -> OrganizationBlobRows.held(tx.sql(), place));
        free.forEach(place -> OrganizationBlobRows.gone(tx.sql(), place));
        return new Dropped(rights, free);
    }

    /** Returns the time of the last restore of the database; the epoch (1970) when the database was never restored. */
    private Instant restored() {
        return store.home().map(HomeIdentity::restoredAt).orElse(Instant.EPOCH);
    }

    /** Compacts the storage of removed blobs. */
    synchronized void compact() {
        try {
            bytes.compact(() -> !stopped);
        } catch (IOException e) {
            LOG.warn("The storage of removed blobs cannot be compacted; the next run will retry", e);
        }
    }

    /** Collects files without a row. Interrupted uploads and collections leave such files behind. */
    synchronized Result strays() {
        Instant now = clock.now();
        Result total = NOTHING;
        try {
            for (String organization : holds.isHeld() ? Set.<String>of() : bytes.tenants()) {
                if (!store.read(Scope.system(), snapshot -> OrganizationBlobRows.known(snapshot.sql(), organization))) {
                    total = total.plus(new Result(0, 0, 0, 1));
                    continue;
                }
                Optional<BlobId> last = Optional.empty();
                do {
                    List<BlobId> page = bytes.list(organization, last, PAGE);
                    last = page.size() < PAGE ? Optional.empty() : Optional.of(page.get(PAGE - 1));
                    total = total.plus(unknown(organization, page, now));
                } while (last.isPresent() && !stopped && !holds.isHeld());
            }
        } catch (IOException e) {
            LOG.warn("The files of blobs cannot be listed; the next run will retry", e);
        }
        return logged(total);
    }

    private Result unknown(String organization, List<BlobId> page, Instant now) {
        Set<BlobId> held = page.isEmpty()
                ? Set.of()
                : store.read(Scope.system(), snapshot -> OrganizationBlobRows.held(snapshot.sql(), organization, page));
        List<OrganizationBlob> unknownFiles = new ArrayList<>();
        List<OrganizationBlob> doubtful = new ArrayList<>();
        Instant restored = restored();
        long undated = 0;
        for (BlobId id : page) {
            OrganizationBlob place = new OrganizationBlob(organization, id);
            Age age = held.contains(id) ? Age.YOUNG : age(place, now);
            undated += age == Age.UNKNOWN ? 1 : 0;
            if (age == Age.OLD) {
                (touchedBefore(place, restored) ? doubtful : unknownFiles).add(place);
            }
        }
        long blobs = remove(unknownFiles, now) + quarantine(doubtful, now);
        return new Result(0, blobs, undated);
    }

    private boolean touchedBefore(OrganizationBlob place, Instant moment) {
        return bytes.find(place.organization(), place.id())
                .flatMap(StoredBlob::lastModified)
                .filter(at -> at.isBefore(moment))
                .isPresent();
    }

    private long remove(Collection<OrganizationBlob> places, Instant now) {
        if (holds.isHeld()) {
            return 0; // What has no row is found again as a stray.
        }
        long gone = places.stream()
                .collect(groupingBy(OrganizationBlob::organization, mapping(OrganizationBlob::id, toList())))
                .entrySet()
                .stream()
                .mapToLong(part -> bytes.removeAll(part.getKey(), part.getValue(), now.minus(BlobRows.KEPT))
                        .size())
                .sum();
        removed.add(gone);
        return gone;
    }

    private long quarantine(Collection<OrganizationBlob> places, Instant now) {
        if (holds.isHeld()) {
            return 0;
        }
        long gone = places.stream()
                .filter(place -> bytes.quarantine(place.organization(), place.id(), now.minus(BlobRows.KEPT)))
                .count();
        removed.add(gone);
        return gone;
    }

    private enum Age {
        YOUNG,
        OLD,
        /** There is no file. */
        GONE,
        /** The age is unknown, so the file is kept. */
        UNKNOWN
    }

    private Age age(OrganizationBlob place, Instant now) {
        Optional<StoredBlob> stored = bytes.find(place.organization(), place.id());
        if (stored.isEmpty()) {
            return Age.GONE;
        }
        Optional<Instant> touched = stored.get().lastModified();
        if (touched.isEmpty() || touched.get().isAfter(now)) {
            LOG.debug("The blob {} is kept because its file was touched at {}", place.id(), touched);
            return Age.UNKNOWN;
        }
        return touched.get().isAfter(now.minus(BlobRows.KEPT)) ? Age.YOUNG : Age.OLD;
    }

    private static Result logged(Result total) {
        if (total.undated() > 0) {
            LOG.warn(
                    "{} unreferenced blobs are kept, because the timestamps of their files are in the future or cannot be read",
                    total.undated());
        }
        if (total.unknown() > 0) {
            LOG.warn(
                    "{} folders in data/blobs belong to organizations that are not in the database; they are kept unchanged."
                            + " Restore the database that contains them, or delete them manually",
                    total.unknown());
        }
        if (total.blobs() > 0) {
            LOG.info("{} unreferenced blobs were removed", total.blobs());
        }
        return total;
    }
}
