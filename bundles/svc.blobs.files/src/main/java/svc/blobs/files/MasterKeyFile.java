package svc.blobs.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import svc.blobs.files.disk.DurableFiles;

/**
 * The file {@code secrets/blob.key} with one key per line; the first key is the current one. The file has a second key
 * only during a change of the master key.
 */
final class MasterKeyFile {

    private static final String COMMENT = "#";
    private static final List<String> WORDS = List.of(
            "# The key of this server's blobs: without it none of them can be read. Keep a copy of this file, apart from",
            "# the backups of data/.");
    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Path file;

    MasterKeyFile(Path file) {
        this.file = file;
    }

    Path path() {
        return file;
    }

    /** Returns the keys; empty when the file does not exist. */
    List<MasterKey> read() throws BlobKeyException {
        List<MasterKey> keys = new ArrayList<>();
        for (String line : lines()) {
            if (!line.isBlank() && !line.startsWith(COMMENT)) {
                keys.add(MasterKey.of(line.strip()).orElseThrow(this::unreadable));
            }
        }
        if (keys.isEmpty() && Files.exists(file)) {
            throw unreadable();
        }
        return keys;
    }

    void write(List<MasterKey> keys) throws IOException {
        List<String> lines = new ArrayList<>(WORDS);
        keys.forEach(key -> lines.add(key.line()));
        DurableFiles.folder(DurableFiles.parent(file));
        DurableFiles.replace(file, lines);
    }

    /** Returns whether users other than the owner have permissions on the file. */
    boolean exposed() {
        try {
            return !OWNERS.containsAll(Files.getPosixFilePermissions(file));
        } catch (IOException | UnsupportedOperationException e) {
            return false; // The file does not exist, or the file system has no POSIX permissions.
        }
    }

    private List<String> lines() throws BlobKeyException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (CharacterCodingException e) {
            throw unreadable();
        } catch (IOException e) {
            throw new BlobKeyException(
                    "The blob key " + file + " cannot be read.",
                    "Make sure that svc can read the file and its folder.");
        }
    }

    private BlobKeyException unreadable() {
        return new BlobKeyException(
                "The file " + file + " does not contain a valid blob key.",
                "Restore the right file from its backup; do not create a new one.");
    }
}
