package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import svc.api.blob.NoRoom;

/** Tells a disk that has no room from one that fails, and remembers which it was. Any thread. */
final class Room {

    /** In the words of the system: full, beyond a quota, beyond the limit of a file's size. */
    private static final List<String> FULL =
            List.of("No space left on device", "Disk quota exceeded", "File too large");

    /** The words may be those of another language: then less than this means that it was that. */
    private static final long LEAST = 1L << 20;

    private final Path folder;
    private volatile boolean lacking;

    Room(Path folder) {
        this.folder = folder;
    }

    /** What to throw instead of what was thrown. */
    IOException because(IOException thrown) {
        if (thrown instanceof NoRoom || !full(thrown)) {
            return thrown;
        }
        lacking = true;
        return new NoRoom("The disk has no room for the blob: " + thrown.getMessage() + ".", thrown);
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

    /** A blob has found room. */
    void found() {
        lacking = false;
    }

    /** Whether the last that was tried has found none. */
    boolean lacking() {
        return lacking;
    }
}
