package svc.blobs.files.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.blob.BlobId;

/**
 * The folder of one organization: {@code keys}, {@code tmp}, and the blobs in two levels of folders named by the first
 * and second digit of the blob ids. There are at most 256 folders with blobs.
 */
public record OrganizationFolder(Path path, String organization) {

    public static final String KEYS = "keys";
    private static final String TEMPORARY = "tmp";

    /** The index of the first digit in a blob id; all blob ids begin with the same letter. */
    private static final int DIGITS_AT = 1;

    private static final int LEVELS = 2;

    public Path keys() {
        return path.resolve(KEYS);
    }

    public Path temporary() {
        return path.resolve(TEMPORARY);
    }

    /** Returns the path of a blob. */
    public Path file(BlobId id) {
        String name = id.toString();
        return path.resolve(name.substring(DIGITS_AT, DIGITS_AT + 1))
                .resolve(name.substring(DIGITS_AT + 1, DIGITS_AT + LEVELS))
                .resolve(name);
    }

    /** Returns whether the folder has no blob. */
    public boolean isEmpty() throws IOException {
        return list(Optional.empty(), 1).isEmpty();
    }

    /** Returns up to {@code max} blob ids after an id, in order. Only folders that may contain such ids are read. */
    public List<BlobId> list(Optional<BlobId> after, int max) throws IOException {
        String from = after.map(BlobId::toString).orElse("");
        List<BlobId> found = new ArrayList<>();
        for (String first : digits(path)) {
            if (!before(first, from, DIGITS_AT)) {
                Path folder = path.resolve(first);
                for (String second : digits(folder)) {
                    if (found.size() < max && !before(first + second, from, DIGITS_AT)) {
                        add(folder.resolve(second), from, max, found);
                    }
                }
            }
        }
        return found;
    }

    private static void add(Path folder, String from, int max, List<BlobId> found) throws IOException {
        for (String name : DurableFiles.names(folder)) {
            if (found.size() < max && name.compareTo(from) > 0) {
                BlobId.parse(name).ifPresent(found::add);
            }
        }
    }

    /** Returns whether all blob ids that have these digits at the index come before the given blob id. */
    private static boolean before(String digits, String name, int at) {
        return name.length() > at + digits.length() && digits.compareTo(name.substring(at, at + digits.length())) < 0;
    }

    private static List<String> digits(Path folder) throws IOException {
        return DurableFiles.names(folder).stream()
                .filter(name -> name.length() == 1)
                .toList();
    }

    public void clean(String run) throws IOException {
        for (String name : DurableFiles.names(temporary())) {
            if (!name.startsWith(run)) {
                Files.deleteIfExists(temporary().resolve(name));
            }
        }
    }
}
