package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of blobs in a home.
 *
 * @param home the home
 */
record BlobFiles(Path home) {

    /** Returns all files, temporary ones too, without the keys. */
    List<Path> all() {
        Path folder = home.resolve("data/blobs");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().equals("keys"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the temporary files of unfinished uploads. */
    List<Path> temporary() {
        return all().stream()
                .filter(file -> String.valueOf(file.getParent()).endsWith("/tmp"))
                .toList();
    }

    /** Returns the files of one blob, one for each tenant that has it. */
    List<Path> of(String blobId) {
        return all().stream()
                .filter(file -> file.getFileName().toString().equals(blobId))
                .toList();
    }

    void touch(String blobId, Instant at) {
        of(blobId).forEach(file -> {
            try {
                Files.setLastModifiedTime(file, FileTime.from(at));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Flips a bit at a position, counted from the end if it is negative. */
    void flip(String blobId, int place) {
        of(blobId).forEach(file -> {
            try {
                byte[] bytes = Files.readAllBytes(file);
                bytes[place < 0 ? bytes.length + place : place] ^= 4;
                Files.write(file, bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    void delete(String blobId) {
        of(blobId).forEach(file -> {
            try {
                Files.delete(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
