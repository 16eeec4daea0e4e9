package svc.blobs.files.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The folder {@code data/blobs}, with a folder for each organization. */
public record BlobFolder(Path path) {

    /** The syntax of ids of organizations, which excludes characters with a special meaning in a path. */
    private static final Pattern ORGANIZATION = Pattern.compile("[a-z0-9]{1,32}");

    /** The prefix of a folder that is being deleted; not a valid id of an organization. */
    private static final String ERASED = ".erased-";

    /** The folder of the packs, which is not the folder of an organization. */
    private static final String PACKS = "packs";

    public Path packs() {
        return path.resolve(PACKS);
    }

    /** Returns the folder of an organization, which need not exist. */
    public OrganizationFolder of(String organization) {
        if (!isOrganization(organization)) {
            throw new IllegalArgumentException("\"" + organization + "\" is not the id of an organization");
        }
        return new OrganizationFolder(path.resolve(organization), organization);
    }

    private static boolean isOrganization(String name) {
        return ORGANIZATION.matcher(name).matches() && !name.equals(PACKS);
    }

    /** Returns the organizations that have keys or may have blobs. */
    public Set<String> organizations() throws IOException {
        Set<String> found = new TreeSet<>();
        for (String name : DurableFiles.names(path)) {
            if (isOrganization(name) && (Files.exists(of(name).keys()) || mayHaveBlobs(name))) {
                found.add(name);
            }
        }
        return found;
    }

    /**
     * Returns whether an organization may have blobs. If there are packs, every organization that ever had a key may have
     * blobs in them. Such an organization has a folder with temporary files, which is created after its first key.
     */
    public boolean mayHaveBlobs(String organization) throws IOException {
        OrganizationFolder of = of(organization);
        return !of.isEmpty() || (Files.isDirectory(of.temporary()) && Files.isDirectory(packs()));
    }

    /**
     * Renames the folder of an organization atomically, before it is deleted. Returns the new path; empty when there is
     * no folder.
     */
    public Optional<Path> detach(String organization, String suffix) throws IOException {
        OrganizationFolder folder = of(organization);
        if (!Files.isDirectory(folder.path())) {
            return Optional.empty();
        }
        Path away = path.resolve(ERASED + organization + "-" + suffix);
        Files.move(folder.path(), away, StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.sync(path);
        return Optional.of(away);
    }

    /**
     * Deletes a folder that {@link #detach} renamed. The keys are deleted first, because the blobs are unreadable
     * without them.
     */
    public static void delete(Path away) throws IOException {
        Files.deleteIfExists(away.resolve(OrganizationFolder.KEYS));
        DurableFiles.sync(away);
        DurableFiles.delete(away);
    }

    /** Completes interrupted erasures and deletes temporary files of other runs. */
    public void clean(String run) throws IOException {
        for (String name : DurableFiles.names(path)) {
            if (name.startsWith(ERASED)) {
                delete(path.resolve(name));
            } else if (isOrganization(name)) {
                of(name).clean(run);
            }
        }
    }
}
