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

/**
 * The file {@code secrets/blob.key}: a key in each line, the first in force. There is a second one only while the data keys
 * are wrapped anew.
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

    /** The keys; none when there is no such file. */
    List<MasterKey> read() throws KeyTrouble {
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
        Disk.folder(Disk.parent(file));
        Disk.replace(file, lines);
    }

    /** Whether others than the owner may read or write it. */
    boolean exposed() {
        try {
            return !OWNERS.containsAll(Files.getPosixFilePermissions(file));
        } catch (IOException | UnsupportedOperationException e) {
            return false; // there is no such file, or it has no such rights
        }
    }

    private List<String> lines() throws KeyTrouble {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (CharacterCodingException e) {
            throw unreadable();
        } catch (IOException e) {
            throw new KeyTrouble(
                    "The key of the blobs, " + file + ", cannot be read.",
                    "See that svc may read the file and its folder.");
        }
    }

    private KeyTrouble unreadable() {
        return new KeyTrouble(
                "The file " + file + " does not hold the key of the blobs.",
                "Put the right file back from its backup; do not make a new one.");
    }
}
