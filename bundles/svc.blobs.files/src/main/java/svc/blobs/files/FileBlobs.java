package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.time.Clock;
import svc.blobs.files.disk.AbsentFiles;
import svc.blobs.files.disk.BlobFolder;
import svc.blobs.files.disk.DiskSpace;
import svc.blobs.files.disk.OrganizationFolder;
import svc.blobs.files.disk.Quarantine;

/** A blob store of encrypted files in the home, one for each blob. {@link PackedBlobs} uses it for large blobs. */
@Component(service = FileBlobs.class)
public final class FileBlobs implements BlobStore {

    private static final Logger LOG = LoggerFactory.getLogger(FileBlobs.class);

    /**
     * The system property with which tests name a thread on which the store throws an exception: the thread that writes
     * to the database must not wait for files.
     */
    private static final String FORBIDDEN_THREAD = "svc.blobs.forbidden-thread";

    private final String forbiddenThread = System.getProperty(FORBIDDEN_THREAD, "");
    private final Clock clock;
    private final AbsentFiles absent;
    private final BlobFolder folder;
    private final Quarantine quarantine;
    private final MasterKeyFile master;
    private final KeyRings rings;
    private final BlobFileCounters tally = new BlobFileCounters();
    private final DiskSpace room;
    private final BlobFileWriter writer;

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
        SecureRandom random = new SecureRandom();
        this.clock = clock;
        this.absent = absent;
        this.folder = new BlobFolder(home.resolve("data").resolve("blobs"));
        this.quarantine = new Quarantine(home.resolve("data").resolve("quarantine"));
        this.room = new DiskSpace(home);
        this.master = new MasterKeyFile(home.resolve("secrets").resolve("blob.key"));
        this.rings = new KeyRings(folder, master, random);
        this.writer = new BlobFileWriter(folder, rings, room, tally, clock, random);
    }

    /** Verifies the keys and cleans up after a crash, before the store is used. */
    void begin() throws IOException {
        rings.begin();
        folder.clean(writer.run());
    }

    void requireOtherThread() {
        if (Thread.currentThread().getName().equals(forbiddenThread)) {
            throw new IllegalStateException("The blob store must not be used inside a database transaction");
        }
    }

    @Override
    public BlobWriter newBlob(String organization) throws IOException {
        requireOtherThread();
        return writer.begin(organization);
    }

    @Override
    public Optional<StoredBlob> find(String organization, BlobId id) {
        requireOtherThread();
        OrganizationFolder of = folder.of(organization);
        Path file = of.file(id);
        try {
            return Optional.of(absent.look(
                    file,
                    () -> stored(of, id, Files.readAttributes(file, BasicFileAttributes.class)),
                    size -> stored(of, id, size, Optional.of(clock.now()))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.warn("The file of the blob {} cannot be examined: {}", id, e.toString());
            return Optional.of(stored(of, id, 0, Optional.empty()));
        }
    }

    private StoredBlob stored(OrganizationFolder of, BlobId id, BasicFileAttributes found) {
        return stored(of, id, found.size(), Optional.of(found.lastModifiedTime().toInstant()));
    }

    private StoredBlob stored(OrganizationFolder of, BlobId id, long fileSize, Optional<Instant> touched) {
        Path file = of.file(id);
        return new BlobFile(
                id,
                BlobHead.sizeOf(fileSize),
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
        Lock lock = writer.lock(of, id);
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
        erase(organization, detach(organization));
    }

    /** Makes the blobs and keys of an organization inaccessible. Returns the folder to delete; empty if there was none. */
    Optional<Path> detach(String organization) throws IOException {
        return rings.detach(organization, writer.temporaryName());
    }

    /** Deletes what {@link #detach} has returned, and the quarantined blobs. */
    void erase(String organization, Optional<Path> detached) throws IOException {
        if (detached.isPresent()) {
            BlobFolder.delete(detached.get());
        }
        quarantine.erase(organization);
    }

    BlobFileWriter writer() {
        return writer;
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
