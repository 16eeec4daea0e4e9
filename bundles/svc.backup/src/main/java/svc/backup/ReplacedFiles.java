package svc.backup;

import static java.time.ZoneOffset.UTC;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.restore.RestoreStep;
import svc.backup.directory.OwnerOnly;

/**
 * The files that a home had before a restore, in a folder {@code replaced-TIME} of the home. The name of the folder ends
 * with {@code .unfinished} until all files are in it: then a repeated restore continues with this folder.
 */
final class ReplacedFiles {

    private static final String UNFINISHED = ".unfinished";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(UTC);

    private final Path home;

    ReplacedFiles(Path home) {
        this.home = home;
    }

    /** Returns whether a name in a home is that of such a folder. */
    static boolean isName(String name) {
        return name.startsWith(RestoreStep.REPLACED);
    }

    /** Returns the folder of a restore that was interrupted before all files were in it. */
    Optional<Path> unfinished() throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(home, RestoreStep.REPLACED + "*" + UNFINISHED)) {
            for (Path folder : found) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    /** Creates the folder, unless an interrupted restore has created one. */
    void begin(Instant now) throws IOException {
        if (unfinished().isEmpty()) {
            new OwnerOnly(home).folder(home.resolve(RestoreStep.REPLACED + TIME.format(now) + UNFINISHED));
        }
    }

    /**
     * Moves files of the home into the folder, and completes its name.
     *
     * @param names the names in the home
     * @param last the name that is moved last
     * @return the folder, if there is one
     */
    Optional<Path> complete(Set<String> names, String last) throws IOException {
        Optional<Path> unfinished = unfinished();
        if (unfinished.isEmpty()) {
            return Optional.empty();
        }
        Path folder = unfinished.get();
        List<String> order = new ArrayList<>(names);
        if (order.remove(last)) {
            order.add(last);
        }
        for (String name : order) {
            Files.move(home.resolve(name), free(folder, name), StandardCopyOption.ATOMIC_MOVE);
            OwnerOnly.sync(folder);
            OwnerOnly.sync(home);
        }
        String name = folder.getFileName().toString();
        Path complete = home.resolve(name.substring(0, name.length() - UNFINISHED.length()));
        Files.move(folder, complete, StandardCopyOption.ATOMIC_MOVE);
        OwnerOnly.sync(home);
        return Optional.of(complete);
    }

    /** Returns a place that is free: after an interruption, a start of the server can have created files again. */
    private static Path free(Path folder, String name) {
        Path place = folder.resolve(name);
        for (int n = 2; Files.exists(place, LinkOption.NOFOLLOW_LINKS); n++) {
            place = folder.resolve(name + "." + n);
        }
        return place;
    }
}
