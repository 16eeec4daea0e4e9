package svc.blobs.files.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;

/**
 * The folder {@code data/quarantine} with the files of blobs that are not in a restored database. The path of a file is
 * {@code YYYY-MM-DD/ORGANIZATION/NAME}. The server deletes these files only when it erases the organization.
 */
public record Quarantine(Path path) {

    /** Moves a file to the quarantine and keeps its timestamp. */
    public void take(Path file, String organization, Instant now) throws IOException {
        Path folder = path.resolve(LocalDate.ofInstant(now, ZoneOffset.UTC).toString())
                .resolve(organization);
        DurableFiles.folder(folder);
        Files.move(file, folder.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.sync(folder);
    }

    /** Deletes the files of an organization. */
    public void erase(String organization) throws IOException {
        for (String day : DurableFiles.names(path)) {
            DurableFiles.delete(path.resolve(day).resolve(organization));
        }
    }

    /** Returns the number of files. */
    public long count() throws IOException {
        if (!Files.isDirectory(path)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile).count();
        }
    }
}
