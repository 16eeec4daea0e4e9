package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.time.Clock;

/** Blobs in encrypted files of the home. */
@Component(service = {BlobStore.class, FileBlobs.class})
public final class FileBlobs implements BlobStore {

    private static final Logger LOG = LoggerFactory.getLogger(FileBlobs.class);
    private static final int RUN_BYTES = 6;
    private static final int STRIPES = 256;

    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final BlobFolder folder;
    private final MasterKeyFile master;
    private final KeyRings rings;
    private final Tally tally = new Tally();
    private final Room room;
    private final String run;
    private final AtomicLong drafts = new AtomicLong();
    private final List<Lock> stripes =
            Stream.generate(() -> (Lock) new ReentrantLock()).limit(STRIPES).toList();

    /** Opens nothing yet. */
    @Activate
    public FileBlobs(BundleContext context, @Reference Clock clock) {
        this(Path.of(Objects.requireNonNull(context.getProperty("svc.home"), "svc.home")), clock);
    }

    /** Those of a home, for whoever has no framework at hand. */
    public static FileBlobs in(Path home, Clock clock) {
        return new FileBlobs(home, clock);
    }

    private FileBlobs(Path home, Clock clock) {
        this.clock = clock;
        this.folder = new BlobFolder(home.resolve("data").resolve("blobs"));
        this.room = new Room(home);
        this.master = new MasterKeyFile(home.resolve("secrets").resolve("blob.key"));
        this.rings = new KeyRings(folder, master, random);
        byte[] bytes = new byte[RUN_BYTES];
        random.nextBytes(bytes);
        this.run = HexFormat.of().formatHex(bytes);
    }

    /** What a start does before anything is asked of it. */
    void begin() throws IOException {
        rings.begin();
        folder.clean(run);
    }

    @Override
    public Draft draft(String organization) throws IOException {
        try {
            return begun(organization);
        } catch (IOException e) {
            throw room.because(e);
        }
    }

    private Draft begun(String organization) throws IOException {
        OrganizationFolder of = folder.of(organization);
        KeyRing ring = rings.writing(organization);
        Disk.folder(of.temporary());
        BlobHead head = BlobHead.fresh(ring.current(), random);
        return new FileDraft(
                of.temporary().resolve(run + "-" + drafts.incrementAndGet()),
                head,
                new SegmentCipher(ring.key(ring.current()), head, organization),
                room,
                (file, id, size) -> {
                    place(of, file, id);
                    refuseLostKey(of, id, head.keyId());
                    tally.kept(size);
                },
                clock);
    }

    /** It replaces one that is there already: the bytes are the same, and if they were damaged they are not any longer. */
    private void place(OrganizationFolder of, Path file, BlobId id) throws IOException {
        Path target = of.file(id);
        Path leaf = Disk.parent(target);
        Disk.folder(leaf);
        Lock lock = lock(of, id);
        lock.lock();
        try {
            // Once more: others may have written the same bytes since, and they must not look older again.
            Files.setLastModifiedTime(file, FileTime.from(clock.now()));
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            lock.unlock();
        }
        Disk.sync(leaf);
    }

    /** A blob whose organization was erased since it was begun could be read until the next start only. */
    private void refuseLostKey(OrganizationFolder of, BlobId id, long keyId) throws IOException {
        try {
            rings.reading(of.organization()).key(keyId);
        } catch (KeyTrouble e) {
            Files.deleteIfExists(of.file(id));
            throw new IOException("All that the organization " + of.organization() + " had was erased meanwhile", e);
        }
    }

    @Override
    public Optional<Stored> find(String organization, BlobId id) {
        OrganizationFolder of = folder.of(organization);
        try {
            BasicFileAttributes found = Files.readAttributes(of.file(id), BasicFileAttributes.class);
            return Optional.of(stored(
                    of,
                    id,
                    BlobHead.sizeOf(found.size()),
                    Optional.of(found.lastModifiedTime().toInstant())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.warn("The file of the blob {} cannot be looked at: {}", id, e.toString());
            return Optional.of(stored(of, id, 0, Optional.empty()));
        }
    }

    private Stored stored(OrganizationFolder of, BlobId id, long size, Optional<Instant> touched) {
        return new FileStored(of, id, size, touched, rings, tally);
    }

    @Override
    public boolean remove(String organization, BlobId id, Instant untouchedSince) {
        OrganizationFolder of = folder.of(organization);
        Lock lock = lock(of, id);
        lock.lock();
        try {
            Instant touched = Files.getLastModifiedTime(of.file(id)).toInstant();
            if (touched.isAfter(untouchedSince) || touched.isAfter(clock.now())) {
                return false;
            }
            Files.delete(of.file(id));
            tally.removed();
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            LOG.warn("The blob {} stays, because its file cannot be looked at or deleted: {}", id, e.toString());
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<BlobId> list(String organization, Optional<BlobId> after, int max) throws IOException {
        return folder.of(organization).list(after, max);
    }

    @Override
    public Set<String> organizations() throws IOException {
        Set<String> found = new TreeSet<>();
        for (String organization : folder.organizations()) {
            if (!folder.of(organization).isEmpty()) {
                found.add(organization);
            }
        }
        return found;
    }

    @Override
    public void erase(String organization) throws IOException {
        Optional<Path> away = rings.detach(organization, run + "-" + drafts.incrementAndGet());
        if (away.isPresent()) {
            BlobFolder.delete(away.get());
        }
    }

    private Lock lock(OrganizationFolder of, BlobId id) {
        return stripes.get(Math.floorMod(31 * of.organization().hashCode() + id.hashCode(), STRIPES));
    }

    BlobFolder folder() {
        return folder;
    }

    MasterKeyFile master() {
        return master;
    }

    KeyRings rings() {
        return rings;
    }

    Room room() {
        return room;
    }

    Tally tally() {
        return tally;
    }

    @Override
    public String toString() {
        return "The blobs in " + folder.path();
    }
}
