package svc.blobs.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
import java.util.OptionalLong;
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
import svc.api.blob.BlobKeyUnavailableException;
import svc.api.blob.BlobStore;
import svc.api.time.Clock;
import svc.blobs.files.disk.AbsentFiles;
import svc.blobs.files.disk.BlobFolder;
import svc.blobs.files.disk.DiskSpace;
import svc.blobs.files.disk.DurableFiles;
import svc.blobs.files.disk.OrganizationFolder;
import svc.blobs.files.disk.Quarantine;

/** A blob store of encrypted files in the home, one for each blob. {@link PackedBlobs} uses it for large blobs. */
@Component(service = FileBlobs.class)
public final class FileBlobs implements BlobStore {

    private static final Logger LOG = LoggerFactory.getLogger(FileBlobs.class);
    private static final int RUN_BYTES = 6;
    private static final int STRIPES = 256;

    /**
     * The system property with which tests name a thread on which the store throws an exception: the thread that writes
     * to the database must not wait for files.
     */
    private static final String FORBIDDEN_THREAD = "svc.blobs.forbidden-thread";

    private final String forbiddenThread = System.getProperty(FORBIDDEN_THREAD, "");
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final AbsentFiles absent;
    private final BlobFolder folder;
    private final Quarantine quarantine;
    private final MasterKeyFile master;
    private final KeyRings rings;
    private final BlobFileCounters tally = new BlobFileCounters();
    private final DiskSpace room;
    private final String run;
    private final AtomicLong drafts = new AtomicLong();
    private final List<Lock> stripes =
            Stream.generate(() -> (Lock) new ReentrantLock()).limit(STRIPES).toList();

    @Activate
    public FileBlobs(BundleContext context, @Reference Clock clock, @Reference AbsentFiles absent) {
        this(Path.of(Objects.requireNonNull(context.getProperty("svc.home"), "svc.home")), clock, absent);
    }

    /** Creates the blob store of a home without an OSGi framework. */
    public static FileBlobs in(Path home, Clock clock) {
        return in(home, clock, AbsentFiles.none(home));
    }

    /** Creates the blob store of a home without an OSGi framework, of which some files are in a backup. */
    static FileBlobs in(Path home, Clock clock, AbsentFiles absent) {
        return new FileBlobs(home, clock, absent);
    }

    private FileBlobs(Path home, Clock clock, AbsentFiles absent) {
        this.clock = clock;
        this.absent = absent;
        this.folder = new BlobFolder(home.resolve("data").resolve("blobs"));
        this.quarantine = new Quarantine(home.resolve("data").resolve("quarantine"));
        this.room = new DiskSpace(home);
        this.master = new MasterKeyFile(home.resolve("secrets").resolve("blob.key"));
        this.rings = new KeyRings(folder, master, random);
        byte[] bytes = new byte[RUN_BYTES];
        random.nextBytes(bytes);
        this.run = HexFormat.of().formatHex(bytes);
    }

    /** Verifies the keys and cleans up after a crash, before the store is used. */
    void begin() throws IOException {
        rings.begin();
        folder.clean(run);
    }

    void requireOtherThread() {
        if (Thread.currentThread().getName().equals(forbiddenThread)) {
            throw new IllegalStateException("The blob store must not be used inside a database transaction");
        }
    }

    @Override
    public BlobWriter newBlob(String organization) throws IOException {
        requireOtherThread();
        try {
            return begun(organization);
        } catch (IOException e) {
            throw room.because(e);
        }
    }

    /**
     * The header of a new blob and its cipher.
     *
     * @param organization the organization
     */
    record Sealing(String organization, BlobHead head, SegmentCipher cipher) {}

    /** Creates the header of a new blob. Creates the first key of the organization. */
    Sealing sealing(String organization) throws IOException {
        folder.of(organization);
        try {
            KeyRing ring = rings.writing(organization);
            BlobHead head = BlobHead.fresh(ring.current(), random);
            return new Sealing(organization, head, new SegmentCipher(ring.key(ring.current()), head, organization));
        } catch (BlobKeyException e) {
            rings.report(organization, e);
            throw new BlobKeyUnavailableException(e.what());
        } catch (IOException e) {
            throw room.because(e);
        }
    }

    private BlobWriter begun(String organization) throws IOException {
        OrganizationFolder of = folder.of(organization);
        Sealing sealing = sealing(organization);
        DurableFiles.folder(of.temporary());
        return new FileDraft(
                temporary(of),
                sealing.head(),
                sealing.cipher(),
                room,
                (file, id, size) -> {
                    place(of, file, id);
                    refuseLostKey(of, id, sealing.head().keyId());
                    tally.kept(size);
                },
                clock);
    }

    private Path temporary(OrganizationFolder of) {
        return of.temporary().resolve(run + "-" + drafts.incrementAndGet());
    }

    /** Stores the body of a pack's entry, which has the format of a blob file, as a file with this timestamp. */
    void adopt(String organization, BlobId id, byte[] body, Instant touched) throws IOException {
        OrganizationFolder of = folder.of(organization);
        DurableFiles.folder(of.temporary());
        Path file = temporary(of);
        try (FileChannel channel = DurableFiles.create(file)) {
            DurableFiles.write(channel, ByteBuffer.wrap(body), 0);
            Files.setLastModifiedTime(file, FileTime.from(touched));
            channel.force(true);
            DurableFiles.folder(DurableFiles.parent(of.file(id)));
            Files.move(file, of.file(id), StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.sync(DurableFiles.parent(of.file(id)));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Moves a complete file to the path of its blob. A file that exists at this path is replaced: it contains the same
     * blob, or it is damaged and the replacement repairs it.
     */
    private void place(OrganizationFolder of, Path file, BlobId id) throws IOException {
        Path target = of.file(id);
        Path leaf = DurableFiles.parent(target);
        DurableFiles.folder(leaf);
        Lock lock = lock(of, id);
        lock.lock();
        try {
            // The timestamp is set again: a concurrent write of the same blob may have set a later timestamp, and the
            // timestamp of a blob must not decrease.
            Files.setLastModifiedTime(file, FileTime.from(clock.now()));
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            lock.unlock();
        }
        DurableFiles.sync(leaf);
    }

    /**
     * Rejects a blob whose organization was erased during the write. The erasure deleted the data keys, so the blob
     * could not be read after the next start.
     */
    private void refuseLostKey(OrganizationFolder of, BlobId id, long keyId) throws IOException {
        try {
            requireKey(of.organization(), keyId);
        } catch (IOException e) {
            Files.deleteIfExists(of.file(id));
            throw e;
        }
    }

    void requireKey(String organization, long keyId) throws IOException {
        try {
            rings.reading(organization).key(keyId);
        } catch (BlobKeyException e) {
            throw new IOException("The data of the organization " + organization + " was erased in the meantime", e);
        }
    }

    @Override
    public Optional<StoredBlob> find(String organization, BlobId id) {
        requireOtherThread();
        OrganizationFolder of = folder.of(organization);
        try {
            BasicFileAttributes found = Files.readAttributes(of.file(id), BasicFileAttributes.class);
            return Optional.of(stored(
                    of,
                    id,
                    BlobHead.sizeOf(found.size()),
                    Optional.of(found.lastModifiedTime().toInstant())));
        } catch (NoSuchFileException e) {
            OptionalLong size = absent.deferredSize(of.file(id));
            return size.isPresent()
                    ? Optional.of(stored(of, id, BlobHead.sizeOf(size.getAsLong()), Optional.of(clock.now())))
                    : Optional.empty();
        } catch (IOException e) {
            LOG.warn("The file of the blob {} cannot be examined: {}", id, e.toString());
            return Optional.of(stored(of, id, 0, Optional.empty()));
        }
    }

    private StoredBlob stored(OrganizationFolder of, BlobId id, long size, Optional<Instant> touched) {
        Path file = of.file(id);
        return new BlobFile(
                id,
                size,
                () -> touched,
                () -> absent.access(file, () -> BlobReader.open(file, id, rings, of.organization())),
                tally);
    }

    @Override
    public boolean remove(String organization, BlobId id, Instant untouchedSince) {
        return away(organization, id, untouchedSince, Files::delete);
    }

    @Override
    public boolean quarantine(String organization, BlobId id, Instant untouchedSince) {
        return away(organization, id, untouchedSince, file -> quarantine.take(file, organization, clock.now()));
    }

    private interface Removal {
        void of(Path file) throws IOException;
    }

    private boolean away(String organization, BlobId id, Instant untouchedSince, Removal removal) {
        requireOtherThread();
        OrganizationFolder of = folder.of(organization);
        Lock lock = lock(of, id);
        lock.lock();
        try {
            Instant touched = Files.getLastModifiedTime(of.file(id)).toInstant();
            if (touched.isAfter(untouchedSince) || touched.isAfter(clock.now())) {
                return false;
            }
            absent.forget(of.file(id));
            removal.of(of.file(id));
            tally.removed();
            return true;
        } catch (NoSuchFileException e) {
            absent.forget(of.file(id));
            return true;
        } catch (IOException e) {
            LOG.warn(
                    "The blob {} is kept, because its file cannot be examined, moved or deleted: {}", id, e.toString());
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
    public Set<String> tenants() throws IOException {
        Set<String> found = new TreeSet<>();
        for (String organization : folder.organizations()) {
            if (!folder.of(organization).isEmpty()) {
                found.add(organization);
            }
        }
        return found;
    }

    @Override
    public void eraseTenant(String organization) throws IOException {
        Optional<Path> away = rings.detach(organization, run + "-" + drafts.incrementAndGet());
        if (away.isPresent()) {
            BlobFolder.delete(away.get());
        }
        quarantine.erase(organization);
    }

    private Lock lock(OrganizationFolder of, BlobId id) {
        return stripes.get(Math.floorMod(31 * of.organization().hashCode() + id.hashCode(), STRIPES));
    }

    AbsentFiles absent() {
        return absent;
    }

    BlobFolder folder() {
        return folder;
    }

    Quarantine quarantine() {
        return quarantine;
    }

    MasterKeyFile master() {
        return master;
    }

    KeyRings rings() {
        return rings;
    }

    DiskSpace room() {
        return room;
    }

    BlobFileCounters tally() {
        return tally;
    }

    @Override
    public String toString() {
        return "The blobs in " + folder.path();
    }
}
