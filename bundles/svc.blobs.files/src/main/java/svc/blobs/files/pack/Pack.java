package svc.blobs.files.pack;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.Transaction.Durable;
import svc.blobs.files.disk.DiskSpace;
import svc.blobs.files.disk.DurableFiles;

/**
 * A pack to which entries are appended until it is sealed. An interrupt of the thread does not close the file.
 * Appending is not thread-safe; {@link #force} may run at the same time on another thread.
 */
final class Pack implements Durable {

    private static final Logger LOG = LoggerFactory.getLogger(Pack.class);

    private final int number;
    private final Path path;
    private final Instant created;
    private final RandomAccessFile file;
    private final Disk disk;
    private volatile long end;
    private volatile boolean failed;
    private long forced;

    private Pack(int number, Path path, Instant created, Disk disk) throws IOException {
        this.number = number;
        this.path = path;
        this.created = created;
        this.disk = disk;
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    /** Forces files to the disk, and explains errors. */
    interface Disk {

        void sync(RandomAccessFile file) throws IOException;

        /** Returns the exception to throw for an error. */
        IOException because(IOException thrown);

        /** Returns the disk of the home. */
        static Disk of(DiskSpace space) {
            return new Disk() {
                @Override
                public void sync(RandomAccessFile file) throws IOException {
                    file.getFD().sync();
                }

                @Override
                public IOException because(IOException thrown) {
                    return space.because(thrown);
                }
            };
        }
    }

    static Pack create(int number, Path path, Instant now, Disk disk) throws IOException {
        DurableFiles.create(path).close();
        Pack pack = new Pack(number, path, now, disk);
        DurableFiles.sync(DurableFiles.parent(path));
        return pack;
    }

    int number() {
        return number;
    }

    Instant created() {
        return created;
    }

    long end() {
        return end;
    }

    /** Returns whether no more entries can be appended, because writing has failed. */
    boolean failed() {
        return failed;
    }

    /**
     * Appends an entry and returns its offset. The timestamp of the file is set from the server's clock, because it
     * determines the age of the blobs. If the entry cannot be written, it is cut off again.
     */
    long append(byte[] entry, Instant now) throws IOException {
        long at = end;
        try {
            file.write(entry);
            Files.setLastModifiedTime(path, FileTime.from(now));
        } catch (IOException e) {
            cut(at, e);
            throw e;
        }
        end = at + entry.length;
        return at;
    }

    private void cut(long at, IOException why) {
        try {
            file.setLength(at);
            file.seek(at);
        } catch (IOException e) {
            failed = true;
            why.addSuppressed(e);
        }
    }

    /**
     * Forces all entries to the disk. After a failure, the system may have dropped the bytes, although a second attempt
     * would succeed. Therefore the pack stays failed.
     */
    @Override
    public synchronized void force() throws IOException {
        long until = end;
        if (until <= forced) {
            return;
        }
        if (failed) {
            throw new IOException("An earlier attempt to write " + path + " failed.");
        }
        try {
            disk.sync(file);
            forced = until;
        } catch (IOException e) {
            failed = true;
            throw disk.because(e);
        }
    }

    /** Forces the entries to the disk and closes the file. A commit that needs entries that were not forced fails. */
    synchronized void seal() {
        try (file) {
            force();
        } catch (IOException e) {
            failed = true;
            LOG.warn("The pack {} could not be written completely: {}", path, e.toString());
        }
    }
}
