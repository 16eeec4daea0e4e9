package svc.store.sqlite.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that reserves space on the disk of the database. The file is deleted when a commit finds the disk full. Until
 * there is space again, writes that create objects are refused; writes that only update and destroy use the space of
 * the file. Used on the writer's thread; {@link #isGivenUp} is thread-safe.
 */
public final class DiskReserve {

    /** No reserve: with a full disk every write that needs space fails. */
    public static final DiskReserve NONE = new DiskReserve(Path.of("reserve"), 0, () -> 0);

    private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);
    private static final int PIECE = 1 << 16;

    private final Path file;
    private final long size;
    private final LongSupplier room;
    private volatile boolean givenUp;

    /**
     * Creates a reserve without its file.
     *
     * @param size the size of the file in bytes; 0 for no reserve
     * @param room returns the free bytes of the disk
     */
    DiskReserve(Path file, long size, LongSupplier room) {
        this.file = file;
        this.size = size;
        this.room = room;
    }

    /** Returns the reserve in the folder of a database. */
    public static DiskReserve beside(Path database, long size) {
        return new DiskReserve(
                database.resolveSibling("reserve"),
                size,
                () -> database.toFile().getUsableSpace());
    }

    /** Returns whether the reserve is in use: objects may be destroyed, but not created. */
    public boolean isGivenUp() {
        return givenUp;
    }

    /** Deletes the file after a commit that found no space. */
    public void giveUp() {
        try {
            if (size > 0 && Files.deleteIfExists(file)) {
                givenUp = true;
                LOG.warn(
                        "The disk is full. {} was deleted to allow deletions; new data is rejected until there"
                                + " is free space again",
                        file);
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted: {}", file, e.toString());
        }
    }

    /**
     * If the file is missing or has another size, creates it, provided that the disk has free space for twice its size.
     * Deletes the file if the size of the reserve is 0.
     */
    public void renew() {
        try {
            if (Files.exists(file) && Files.size(file) == size) {
                givenUp = false;
            } else if (size == 0) {
                Files.deleteIfExists(file);
            } else if (room.getAsLong() >= 2 * size) {
                write();
                givenUp = false;
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be created", file, e);
        }
    }

    /**
     * Writes the file. The bytes are random, because a file system with compression would reserve no space for zeros.
     */
    private void write() throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        SplittableRandom random = new SplittableRandom();
        byte[] piece = new byte[PIECE];
        boolean complete = false;
        try {
            try (OutputStream out = Files.newOutputStream(part)) {
                for (long left = size; left > 0; left -= PIECE) {
                    random.nextBytes(piece);
                    out.write(piece, 0, (int) Math.min(PIECE, left));
                }
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            complete = true;
        } finally {
            if (!complete) {
                Files.deleteIfExists(part);
            }
        }
    }
}
