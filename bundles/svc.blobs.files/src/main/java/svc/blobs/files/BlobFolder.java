package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The folder {@code data/blobs}: a folder for each organization. */
record BlobFolder(Path path) {

    /** Nothing that means something in a path. */
    private static final Pattern ORGANIZATION = Pattern.compile("[a-z0-9]{1,32}");

    /** What is being deleted; no organization has such a name. */
    private static final String ERASED = ".erased-";

    /** The folder of an organization, there or not. */
    OrganizationFolder of(String organization) {
        if (!ORGANIZATION.matcher(organization).matches()) {
            throw new IllegalArgumentException("\"" + organization + "\" is not the id of an organization");
        }
        return new OrganizationFolder(path.resolve(organization), organization);
    }

    /** The organizations that have a folder with anything in it that matters: keys or blobs. */
    Set<String> organizations() throws IOException {
        Set<String> found = new TreeSet<>();
        for (String name : Disk.names(path)) {
            if (ORGANIZATION.matcher(name).matches() && (Files.exists(of(name).keys()) || !of(name).isEmpty())) {
                found.add(name);
            }
        }
        return found;
    }

    /** Takes all of an organization out of the way in one step. */
    Optional<Path> detach(String organization, String suffix) throws IOException {
        OrganizationFolder folder = of(organization);
        if (!Files.isDirectory(folder.path())) {
            return Optional.empty();
        }
        Path away = path.resolve(ERASED + organization + "-" + suffix);
        Files.move(folder.path(), away, StandardCopyOption.ATOMIC_MOVE);
        Disk.sync(path);
        return Optional.of(away);
    }

    /** Deletes what was taken away, the keys first: without them the rest means nothing. */
    static void delete(Path away) throws IOException {
        Files.deleteIfExists(away.resolve(OrganizationFolder.KEYS));
        Disk.sync(away);
        Disk.delete(away);
    }

    /** Ends the erasures that were broken off, and deletes the temporary files that are not of this run. */
    void clean(String run) throws IOException {
        for (String name : Disk.names(path)) {
            if (name.startsWith(ERASED)) {
                delete(path.resolve(name));
            } else if (ORGANIZATION.matcher(name).matches()) {
                of(name).clean(run);
            }
        }
    }
}
