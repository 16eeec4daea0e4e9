package svc.blobs.files.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import svc.api.blob.BlobUnavailableException;
import svc.api.blob.StorageFullException;

/**
 * Distinguishes a full disk from a failing disk, and stores whether the disk was full at the last write. Thread-safe.
 */
public final class DiskSpace {

    /** The system's messages for a full disk, an exceeded quota, and a file above the size limit. */
    private static final List<String> FULL =
            List.of("No space left on device", "Disk quota exceeded", "File too large");

    /**
     * A disk with fewer free bytes counts as full. The free bytes are checked, because the system may write its
     * messages in another language.
     */
    private static final long LEAST = 1L << 20;

    private final Path folder;
    private volatile boolean lacking;

    public DiskSpace(Path folder) {
        this.folder = folder;
    }

    /** Returns the exception to throw for an error: a {@link StorageFullException} when the disk is full. */
    public IOException because(IOException thrown) {
        if (thrown instanceof StorageFullException || thrown instanceof BlobUnavailableException || !full(thrown)) {
            return thrown;
        }
        lacking = true;
        return new StorageFullException("The disk has no room for the blob: " + thrown.getMessage() + ".", thrown);
    }

    private boolean full(IOException thrown) {
        String message = String.valueOf(thrown.getMessage());
        if (FULL.stream().anyMatch(message::contains)) {
            return true;
        }
        try {
            return Files.getFileStore(folder).getUsableSpace() < LEAST;
        } catch (IOException e) {
            thrown.addSuppressed(e);
            return false;
        }
    }

    /** Records that a blob was written. */
    public void found() {
        lacking = false;
    }

    /** Returns whether the disk was full at the last write. */
    public boolean lacking() {
        return lacking;
    }
}
