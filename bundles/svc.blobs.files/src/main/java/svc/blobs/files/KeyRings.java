package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.blobs.files.disk.BlobFolder;
import svc.blobs.files.disk.DurableFiles;

/**
 * The data keys of all organizations, cached from their files. The first key is created only when there are no blobs.
 * If there are blobs but the key is missing, the key was lost; a new key could not decrypt these blobs. Thread-safe.
 */
final class KeyRings {

    private static final Logger LOG = LoggerFactory.getLogger(KeyRings.class);

    private final BlobFolder folder;
    private final MasterKeyFile masters;
    private final SecureRandom random;
    private final Map<String, KeyRing> opened = new ConcurrentHashMap<>();
    private final Map<String, String> reported = new ConcurrentHashMap<>();

    KeyRings(BlobFolder folder, MasterKeyFile masters, SecureRandom random) {
        this.folder = folder;
        this.masters = masters;
        this.random = random;
    }

    /** Verifies the keys at a start, and completes an interrupted change of the master key. */
    synchronized void begin() throws IOException {
        DurableFiles.tidy(masters.path());
        for (String organization : folder.organizations()) {
            DurableFiles.tidy(folder.of(organization).keys());
        }
        List<MasterKey> keys = master();
        if (keys.size() > 1) {
            try {
                int rewrapped = rewrap(keys);
                LOG.info(
                        "An interrupted rotation of the blob key was completed for the remaining {} organizations",
                        rewrapped);
            } catch (BlobKeyException e) {
                // Both master keys are kept, so the data keys that they wrap remain usable.
                LOG.warn("An interrupted rotation of the blob key cannot be completed. {}", e.getMessage());
            }
        }
    }

    /** Returns the keys of an organization that has blobs. */
    KeyRing reading(String organization) throws IOException {
        KeyRing ring = opened.get(organization);
        return ring == null ? open(organization) : ring;
    }

    /** Returns the keys of an organization, and creates the first key when the organization has no blobs. */
    KeyRing writing(String organization) throws IOException {
        KeyRing ring = opened.get(organization);
        return ring == null ? openOrMake(organization) : ring;
    }

    /** Adds a new data key for each of these organizations. New blobs are encrypted with this key. */
    synchronized void rotate(Collection<String> organizations) throws IOException {
        MasterKey current = master().get(0);
        for (String organization : organizations) {
            write(organization, open(organization).rotated(random), current);
        }
    }

    /**
     * Creates a new master key and rewraps the data keys, or completes an interrupted change. At each step, the file of
     * the master key contains every master key that wraps a data key.
     *
     * @return the number of organizations whose data keys were rewrapped
     */
    synchronized int changeMaster() throws IOException {
        List<MasterKey> keys = new ArrayList<>(master());
        for (String organization : folder.organizations()) {
            // Fails if the data keys cannot be unwrapped: with a new master key, these data keys would be lost.
            open(organization);
        }
        if (keys.size() == 1) {
            keys.add(0, MasterKey.fresh(random));
            masters.write(keys);
        }
        return rewrap(keys);
    }

    private int rewrap(List<MasterKey> keys) throws IOException {
        MasterKey current = keys.get(0);
        int rewrapped = 0;
        for (String organization : folder.organizations()) {
            Optional<List<String>> lines = lines(organization);
            if (lines.isPresent() && !KeyRing.wrappers(lines.get()).equals(List.of(current.id()))) {
                write(organization, KeyRing.of(organization, lines.get(), keys), current);
                rewrapped++;
            }
        }
        masters.write(List.of(current));
        return rewrapped;
    }

    /**
     * Renames the folder of an organization before it is deleted, and removes the keys from the cache. Returns the new
     * path; empty if there was no folder.
     */
    synchronized Optional<Path> detach(String organization, String suffix) throws IOException {
        opened.remove(organization);
        return folder.detach(organization, suffix);
    }

    /** Logs that the blobs of an organization cannot be opened, once per organization and cause. */
    void report(String organization, BlobKeyException trouble) {
        if (!trouble.what().equals(reported.put(organization, trouble.what()))) {
            LOG.error("Missing key: {} {} Its blobs are not lost.", trouble.what(), trouble.remedy());
        }
    }

    /** Returns the problems with the keys; reads the key files of all organizations. */
    List<BlobKeyException> troubles() throws IOException {
        List<BlobKeyException> found = new ArrayList<>();
        try {
            Set<String> organizations = folder.organizations();
            List<MasterKey> keys = organizations.isEmpty() ? masters.read() : requireMaster();
            for (String organization : organizations) {
                try {
                    KeyRing.of(organization, lines(organization).orElseThrow(() -> lost(organization)), keys);
                } catch (BlobKeyException e) {
                    found.add(e);
                }
            }
        } catch (BlobKeyException e) {
            found.add(e);
        }
        return found;
    }

    private synchronized KeyRing open(String organization) throws IOException {
        Optional<List<String>> lines = lines(organization);
        return remember(organization, KeyRing.of(organization, lines.orElseThrow(() -> lost(organization)), present()));
    }

    private synchronized KeyRing openOrMake(String organization) throws IOException {
        if (lines(organization).isPresent() || folder.mayHaveBlobs(organization)) {
            return open(organization);
        }
        MasterKey master = master().get(0);
        DurableFiles.folder(folder.of(organization).path());
        KeyRing ring = write(organization, KeyRing.fresh(organization, random), master);
        DurableFiles.folder(folder.of(organization).temporary());
        return ring;
    }

    private KeyRing write(String organization, KeyRing ring, MasterKey master) throws IOException {
        DurableFiles.replace(folder.of(organization).keys(), ring.lines(master, random));
        return remember(organization, ring);
    }

    private KeyRing remember(String organization, KeyRing ring) {
        opened.put(organization, ring);
        if (reported.remove(organization) != null) {
            LOG.info("The data keys of the organization {} are available again", organization);
        }
        return ring;
    }

    private Optional<List<String>> lines(String organization) throws IOException {
        try {
            return Optional.of(Files.readAllLines(folder.of(organization).keys()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Returns the master keys, and creates the first key when no organization has keys or blobs. */
    private List<MasterKey> master() throws IOException {
        List<MasterKey> keys = masters.read();
        if (keys.isEmpty() && folder.organizations().isEmpty()) {
            masters.write(List.of(MasterKey.fresh(random)));
            LOG.info("Created the blob key {}: keep a copy of it", masters.path());
            return masters.read();
        }
        return requireMaster();
    }

    /**
     * Returns the master keys. Throws a {@link BlobKeyException} when there is no master key, or when there are data
     * keys and no master key wraps any of them.
     */
    private List<MasterKey> requireMaster() throws IOException {
        List<MasterKey> keys = present();
        Set<String> wrappers = new HashSet<>();
        for (String organization : folder.organizations()) {
            wrappers.addAll(KeyRing.wrappers(lines(organization).orElse(List.of())));
        }
        if (!wrappers.isEmpty() && keys.stream().map(MasterKey::id).noneMatch(wrappers::contains)) {
            throw new BlobKeyException(
                    "The key in " + masters.path() + " is not the key that encrypted the blobs.",
                    "Restore the right file from its backup; do not create a new one.");
        }
        return keys;
    }

    private List<MasterKey> present() throws BlobKeyException {
        List<MasterKey> keys = masters.read();
        if (keys.isEmpty()) {
            throw new BlobKeyException(
                    "There are blobs, but the blob key " + masters.path() + " is missing.",
                    "Restore the file from its backup: a new key cannot decrypt them.");
        }
        return keys;
    }

    private static BlobKeyException lost(String organization) {
        return new BlobKeyException(
                "The data keys of the organization " + organization + " are missing.",
                "Restore the file keys of its folder in data/blobs from a backup.");
    }
}
