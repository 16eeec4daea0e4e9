package svc.extensions.status;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * The attributes that distinguish a replaced file from the previous file without reading it.
 *
 * @param size in bytes
 * @param modified milliseconds since 1970
 * @param key the file's inode, which changes when another file is moved to the same path
 */
public record FileFingerprint(long size, long modified, String key) {

    public static FileFingerprint of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileFingerprint(
                attributes.size(),
                attributes.lastModifiedTime().toMillis(),
                Objects.toString(attributes.fileKey(), ""));
    }
}
