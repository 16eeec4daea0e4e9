package svc.extensions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * By what a replaced file is told from the earlier one without reading it.
 *
 * @param size in bytes
 * @param modified milliseconds since 1970
 * @param key the file's number on its disk, which a file moved into place does not share with the one before
 */
record Stamp(long size, long modified, String key) {

    static Stamp of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(
                attributes.size(),
                attributes.lastModifiedTime().toMillis(),
                Objects.toString(attributes.fileKey(), ""));
    }
}
