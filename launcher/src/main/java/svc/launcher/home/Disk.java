package svc.launcher.home;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.Comparator;
import java.util.stream.Stream;

/** File operations: checks for free space, deletes directories, and explains I/O errors. */
public final class Disk {

    private static final int ROOM_MIB = 8;

    private Disk() {}

    /**
     * Refuses the start unless a certain number of bytes can be written. Thus a full disk, a quota or a limit on file
     * sizes is detected before the start changes anything.
     */
    public static void requireRoom(Path directory) {
        Path probe = directory.resolve("room.tmp");
        try {
            try (OutputStream out = Files.newOutputStream(probe)) {
                byte[] block = new byte[1 << 20];
                for (int written = 0; written < ROOM_MIB; written++) {
                    out.write(block);
                }
            } finally {
                Files.deleteIfExists(probe);
            }
        } catch (IOException e) {
            throw refusal("The start needs " + ROOM_MIB + " MiB of space in " + directory, e);
        }
    }

    /** Deletes a directory and everything in it. */
    public static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    public static LaunchException refusal(String what, IOException e) {
        return new LaunchException(what + ": " + reason(e) + ".", remedy(e));
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission is denied for " + ((FileSystemException) e).getFile();
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        }
        if (e instanceof FileAlreadyExistsException there) {
            return there.getFile() + " is there and is not a directory";
        }
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason() + " (" + system.getFile() + ")";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String remedy(IOException e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("No space left") || message.contains("quota") || message.contains("File too large")) {
            return "Free some space on that disk, then start again.";
        }
        if (message.contains("Read-only file system") || e.getCause() instanceof ReadOnlyFileSystemException) {
            return "Mount the file system for writing, or choose another home.";
        }
        return "Give the user that runs svc the right to write there, or choose another home.";
    }
}
