package svc.blobs.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import svc.api.blob.BlobId;
import svc.api.blob.BlobKeyUnavailableException;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.time.Clock;
import svc.blobs.files.disk.BlobFolder;
import svc.blobs.files.disk.DiskSpace;
import svc.blobs.files.disk.DurableFiles;
import svc.blobs.files.disk.OrganizationFolder;

/** Writes the files of blobs. Thread-safe. */
final class BlobFileWriter {

    private static final int RUN_BYTES = 6;
    private static final int STRIPES = 256;

    private final BlobFolder folder;
    private final KeyRings rings;
    private final DiskSpace room;
    private final BlobFileCounters tally;
    private final Clock clock;
    private final SecureRandom random;
    private final String run;
    private final AtomicLong drafts = new AtomicLong();
    private final List<Lock> stripes =
            Stream.generate(() -> (Lock) new ReentrantLock()).limit(STRIPES).toList();

    BlobFileWriter(
            BlobFolder folder,
            KeyRings rings,
            DiskSpace room,
            BlobFileCounters tally,
            Clock clock,
            SecureRandom random) {
        this.folder = folder;
        this.rings = rings;
        this.room = room;
        this.tally = tally;
        this.clock = clock;
        this.random = random;
        byte[] bytes = new byte[RUN_BYTES];
        random.nextBytes(bytes);
        this.run = HexFormat.of().formatHex(bytes);
    }

    /** Returns the beginning of the names of the temporary files of this process. */
    String run() {
        return run;
    }

    /** Returns a name that no other temporary file has. */
    String temporaryName() {
        return run + "-" + drafts.incrementAndGet();
    }

    /** Returns the lock of a file, which is held while its timestamp is changed or read to remove the file. */
    Lock lock(OrganizationFolder of, BlobId id) {
        return stripes.get(Math.floorMod(31 * of.organization().hashCode() + id.hashCode(), STRIPES));
    }

    /** Begins a new blob. */
    BlobWriter begin(String organization) throws IOException {
        try {
            return draft(organization);
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

    private BlobWriter draft(String organization) throws IOException {
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
        return of.temporary().resolve(temporaryName());
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
}
