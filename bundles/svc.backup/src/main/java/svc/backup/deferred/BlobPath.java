package svc.backup.deferred;

import java.util.Optional;
import svc.backup.format.FileEntry;

/**
 * The path of a file of blobs, below the folder {@code data} of a home: a pack, or the file of a blob in the folder of its
 * organization.
 */
public record BlobPath(String text) {

    private static final String DATA = "data/";
    private static final String BLOBS = "blobs/";
    private static final String PACKS = BLOBS + "packs/";
    private static final String KEYS = "/keys";

    /** Returns the path of a file that a restore can leave in the backup; empty for all others, also for those of keys. */
    public static Optional<BlobPath> of(FileEntry entry) {
        String path = entry.path();
        return path.startsWith(DATA + BLOBS) && !path.endsWith(KEYS)
                ? Optional.of(new BlobPath(path.substring(DATA.length())))
                : Optional.empty();
    }

    /** Returns the path in a backup. */
    String inBackup() {
        return DATA + text;
    }

    /** Returns the path of the keys, without which the file cannot be read; empty for a pack. */
    Optional<String> keys() {
        return text.startsWith(PACKS)
                ? Optional.empty()
                : Optional.of(text.substring(0, text.indexOf('/', BLOBS.length())) + KEYS);
    }
}
