package svc.blobs.files;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The data keys of one organization. New blobs are encrypted with the last key; earlier keys decrypt existing blobs.
 * Each key is a line of text: its id, the id of the master key that wraps it, and the wrapped key. Immutable.
 */
final class KeyRing {

    private static final String COMMENT = "#";
    private static final String WORDS = "# The data keys of an organization's blobs, wrapped by secrets/blob.key."
            + " Without this file none of its blobs can be read.";
    private static final int BYTES = 32;
    private static final int HEX = 16;

    private final String organization;
    private final Map<Long, SecretKey> keys;
    private final long current;

    private KeyRing(String organization, Map<Long, SecretKey> keys, long current) {
        this.organization = organization;
        this.keys = Map.copyOf(keys);
        this.current = current;
    }

    /** Creates a key ring with one new key. */
    static KeyRing fresh(String organization, SecureRandom random) {
        return new KeyRing(organization, Map.of(), 0).rotated(random);
    }

    /** Parses the lines and unwraps the keys. */
    static KeyRing of(String organization, List<String> lines, List<MasterKey> masters) throws BlobKeyException {
        Map<Long, SecretKey> keys = new LinkedHashMap<>();
        long current = 0;
        for (String line : lines) {
            if (!line.startsWith(COMMENT)) {
                List<String> words = List.of(line.split(" ", -1));
                current = idOf(organization, words);
                keys.put(current, unwrapped(organization, words, masters));
            }
        }
        if (keys.isEmpty()) {
            throw damaged(organization);
        }
        return new KeyRing(organization, keys, current);
    }

    /** Returns the ids of the master keys that wrap the data keys of these lines. */
    static List<String> wrappers(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.startsWith(COMMENT))
                .map(line -> List.of(line.split(" ", -1)))
                .filter(words -> words.size() > 1)
                .map(words -> words.get(1))
                .distinct()
                .toList();
    }

    /** Returns this key ring with a new current key. */
    KeyRing rotated(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        long id = random.nextLong();
        while (keys.containsKey(id)) {
            id = random.nextLong();
        }
        Map<Long, SecretKey> more = new LinkedHashMap<>(keys);
        more.put(id, new SecretKeySpec(bytes, "HmacSHA256"));
        return new KeyRing(organization, more, id);
    }

    /** Returns the lines of this key ring, wrapped by the master key. */
    List<String> lines(MasterKey master, SecureRandom random) {
        List<String> lines = new ArrayList<>();
        lines.add(WORDS);
        keys.keySet().stream().filter(id -> id != current).sorted().forEach(id -> lines.add(line(id, master, random)));
        lines.add(line(current, master, random));
        return lines;
    }

    long current() {
        return current;
    }

    int size() {
        return keys.size();
    }

    /** Returns the key with this id. Throws a {@link BlobKeyException} when there is none. */
    SecretKey key(long id) throws BlobKeyException {
        return Optional.ofNullable(keys.get(id))
                .orElseThrow(() -> new BlobKeyException(
                        "The organization " + organization + " has no data key " + hex(id) + ".",
                        "Restore the file keys of its folder from the backup of its blobs."));
    }

    private String line(long id, MasterKey master, SecureRandom random) {
        SecretKey key = Optional.ofNullable(keys.get(id)).orElseThrow();
        return hex(id) + " " + master.id() + " " + master.wrap(key, purpose(organization, id), random);
    }

    private static long idOf(String organization, List<String> words) throws BlobKeyException {
        try {
            if (words.size() == 3 && words.get(0).length() == HEX) {
                return Long.parseUnsignedLong(words.get(0), HEX);
            }
        } catch (NumberFormatException e) {
            throw damaged(organization);
        }
        throw damaged(organization);
    }

    private static SecretKey unwrapped(String organization, List<String> words, List<MasterKey> masters)
            throws BlobKeyException {
        String wrapper = words.get(1);
        MasterKey master = masters.stream()
                .filter(key -> key.id().equals(wrapper))
                .findFirst()
                .orElseThrow(() -> new BlobKeyException(
                        "The data keys of the organization " + organization
                                + " are wrapped with a different key than secrets/blob.key.",
                        "Restore the right secrets/blob.key from its backup; do not create a new one."));
        return master.unwrap(words.get(2), purpose(organization, idOf(organization, words)))
                .orElseThrow(() -> damaged(organization));
    }

    private static BlobKeyException damaged(String organization) {
        return new BlobKeyException(
                "The data keys of the organization " + organization + " are damaged.",
                "Restore the file keys of its folder in data/blobs from a backup.");
    }

    private static String purpose(String organization, long id) {
        return "svc blob data key 1 " + hex(id) + " " + organization;
    }

    private static String hex(long id) {
        return String.format("%016x", id);
    }
}
