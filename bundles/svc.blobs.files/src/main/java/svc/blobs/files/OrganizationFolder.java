package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.blob.BlobId;

/**
 * The folder of one organization: {@code keys}, {@code tmp}, and the blobs two folders below, by the first and the second digit
 * of their names, so that there are at most 256 of those.
 */
record OrganizationFolder(Path path, String organization) {

    static final String KEYS = "keys";
    private static final String TEMPORARY = "tmp";

    /** A blob's name begins with a letter that all have. */
    private static final int DIGITS_AT = 1;

    private static final int LEVELS = 2;

    Path keys() {
        return path.resolve(KEYS);
    }

    Path temporary() {
        return path.resolve(TEMPORARY);
    }

    /** Where a blob is. */
    Path file(BlobId id) {
        String name = id.toString();
        return path.resolve(name.substring(DIGITS_AT, DIGITS_AT + 1))
                .resolve(name.substring(DIGITS_AT + 1, DIGITS_AT + LEVELS))
                .resolve(name);
    }

    /** Whether it has no blob. */
    boolean isEmpty() throws IOException {
        return list(Optional.empty(), 1).isEmpty();
    }

    /** The names after a name, in order. Only the folders that they are in are looked at. */
    List<BlobId> list(Optional<BlobId> after, int max) throws IOException {
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
        for (String name : Disk.names(folder)) {
            if (found.size() < max && name.compareTo(from) > 0) {
                BlobId.parse(name).ifPresent(found::add);
            }
        }
    }

    /** Whether all names with these digits come before a name. */
    private static boolean before(String digits, String name, int at) {
        return name.length() > at + digits.length() && digits.compareTo(name.substring(at, at + digits.length())) < 0;
    }

    private static List<String> digits(Path folder) throws IOException {
        return Disk.names(folder).stream().filter(name -> name.length() == 1).toList();
    }

    void clean(String run) throws IOException {
        for (String name : Disk.names(temporary())) {
            if (!name.startsWith(run)) {
                Files.deleteIfExists(temporary().resolve(name));
            }
        }
    }
}
