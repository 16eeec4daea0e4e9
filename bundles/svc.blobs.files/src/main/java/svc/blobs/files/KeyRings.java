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

/**
 * The data keys of all organizations, as they are on the disk. A key is made only where there is nothing that a lost one could
 * open. Any thread.
 */
final class KeyRings {

    private static final Logger LOG = LoggerFactory.getLogger(KeyRings.class);

    private final BlobFolder folder;
    private final MasterKeyFile masters;
    private final SecureRandom random;
    private final Map<String, KeyRing> opened = new ConcurrentHashMap<>();

    KeyRings(BlobFolder folder, MasterKeyFile masters, SecureRandom random) {
        this.folder = folder;
        this.masters = masters;
        this.random = random;
    }

    /** Sees at a start that there is a key that opens something, and ends a rewrapping that was broken off. */
    synchronized void begin() throws IOException {
        Disk.tidy(masters.path());
        for (String organization : folder.organizations()) {
            Disk.tidy(folder.of(organization).keys());
        }
        List<MasterKey> keys = master();
        if (keys.size() > 1) {
            try {
                int rewrapped = rewrap(keys);
                LOG.info("A change of the key of the blobs was ended: {} organizations were still to do", rewrapped);
            } catch (KeyTrouble e) {
                // Both keys stay, and whatever they open can be used.
                LOG.warn("A change of the key of the blobs cannot be ended. {}", e.getMessage());
            }
        }
    }

    /** The keys of an organization that has blobs. */
    KeyRing reading(String organization) throws IOException {
        KeyRing ring = opened.get(organization);
        return ring == null ? open(organization) : ring;
    }

    /** The keys of an organization; one that has nothing yet gets its first. */
    KeyRing writing(String organization) throws IOException {
        KeyRing ring = opened.get(organization);
        return ring == null ? openOrMake(organization) : ring;
    }

    /** From now on new blobs of these organizations have new keys. */
    synchronized void rotate(Collection<String> organizations) throws IOException {
        MasterKey current = master().get(0);
        for (String organization : organizations) {
            write(organization, open(organization).rotated(random), current);
        }
    }

    /**
     * Makes a new key that wraps the data keys, or goes on where that was broken off. At each step the file has every key that
     * something is wrapped by.
     *
     * @return of how many organizations the data keys were wrapped anew
     */
    synchronized int changeMaster() throws IOException {
        List<MasterKey> keys = new ArrayList<>(master());
        for (String organization : folder.organizations()) {
            open(organization); // whatever cannot be opened would be lost
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

    /** Takes all that an organization has out of the way, and forgets its keys. Where it is now, if there was anything. */
    synchronized Optional<Path> detach(String organization, String suffix) throws IOException {
        opened.remove(organization);
        return folder.detach(organization, suffix);
    }

    /** What is wrong with the keys; each organization is looked at, on the disk. */
    List<KeyTrouble> troubles() throws IOException {
        List<KeyTrouble> found = new ArrayList<>();
        try {
            Set<String> organizations = folder.organizations();
            List<MasterKey> keys = organizations.isEmpty() ? masters.read() : requireMaster();
            for (String organization : organizations) {
                try {
                    KeyRing.of(organization, lines(organization).orElseThrow(() -> lost(organization)), keys);
                } catch (KeyTrouble e) {
                    found.add(e);
                }
            }
        } catch (KeyTrouble e) {
            found.add(e);
        }
        return found;
    }

    private synchronized KeyRing open(String organization) throws IOException {
        Optional<List<String>> lines = lines(organization);
        return remember(organization, KeyRing.of(organization, lines.orElseThrow(() -> lost(organization)), present()));
    }

    private synchronized KeyRing openOrMake(String organization) throws IOException {
        if (lines(organization).isPresent() || !folder.of(organization).isEmpty()) {
            return open(organization);
        }
        MasterKey master = master().get(0);
        Disk.folder(folder.of(organization).path());
        return write(organization, KeyRing.fresh(organization, random), master);
    }

    private KeyRing write(String organization, KeyRing ring, MasterKey master) throws IOException {
        Disk.replace(folder.of(organization).keys(), ring.lines(master, random));
        return remember(organization, ring);
    }

    private KeyRing remember(String organization, KeyRing ring) {
        opened.put(organization, ring);
        return ring;
    }

    private Optional<List<String>> lines(String organization) throws IOException {
        try {
            return Optional.of(Files.readAllLines(folder.of(organization).keys()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The keys that wrap; the first is made where nothing was ever wrapped. */
    private List<MasterKey> master() throws IOException {
        List<MasterKey> keys = masters.read();
        if (keys.isEmpty() && folder.organizations().isEmpty()) {
            masters.write(List.of(MasterKey.fresh(random)));
            LOG.info("Made the key of the blobs, {}: keep a copy of it", masters.path());
            return masters.read();
        }
        return requireMaster();
    }

    /** One that opens nothing of what is there is somebody else's. */
    private List<MasterKey> requireMaster() throws IOException {
        List<MasterKey> keys = present();
        Set<String> wrappers = new HashSet<>();
        for (String organization : folder.organizations()) {
            wrappers.addAll(KeyRing.wrappers(lines(organization).orElse(List.of())));
        }
        if (!wrappers.isEmpty() && keys.stream().map(MasterKey::id).noneMatch(wrappers::contains)) {
            throw new KeyTrouble(
                    "The key in " + masters.path() + " is not the one that the blobs were written with.",
                    "Put the right file back from its backup; do not make a new one.");
        }
        return keys;
    }

    private List<MasterKey> present() throws KeyTrouble {
        List<MasterKey> keys = masters.read();
        if (keys.isEmpty()) {
            throw new KeyTrouble(
                    "There are blobs, but their key " + masters.path() + " is gone.",
                    "Put the file back from its backup: a new key would open none of them.");
        }
        return keys;
    }

    private static KeyTrouble lost(String organization) {
        return new KeyTrouble(
                "The data keys of the organization " + organization + " are gone.",
                "Put the file keys of its folder in data/blobs back from a backup.");
    }
}
