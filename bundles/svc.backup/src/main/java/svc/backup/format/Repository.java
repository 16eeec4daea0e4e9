package svc.backup.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.backup.api.BackupTarget;
import svc.backup.api.BackupTarget.StoredObject;
import svc.backup.key.BackupKey;
import svc.backup.key.Identity;
import svc.backup.key.Recipient;
import svc.backup.key.RecipientSeal;
import svc.backup.key.Seal;

/** A repository of backups in a target. Reads and writes its sealed objects. Thread-safe. */
public final class Repository {

    /** The version of the format of runs. */
    public static final int RUN_FORMAT = 1;

    private static final int LONGEST_OBJECT = 256 * 1024 * 1024;
    private static final int ID_BYTES = 16;
    private static final String PURPOSE = "svc backup object 1/";

    private final BackupTarget target;
    private final Json.Binding json;
    private final SecureRandom random;
    private final String id;
    private final BackupKey key;
    private final SecretKey objectKey;
    private final Seal seal;
    private final Optional<RecipientSeal> recipient;
    private final ChunkCipher chunks;

    private Repository(
            BackupTarget target,
            BackupKey key,
            Json.Binding json,
            SecureRandom random,
            String id,
            Optional<RecipientSeal> recipient) {
        this.target = target;
        this.json = json;
        this.random = random;
        this.id = id;
        this.key = key;
        this.objectKey = key.derive("object", "AES");
        this.seal = new Seal(random);
        this.recipient = recipient;
        this.chunks = new ChunkCipher(key, random, recipient);
    }

    /**
     * Creates a repository.
     *
     * @param recipient the recipient of the contents; empty if the key decrypts them
     * @throws BackupException the target is not empty
     */
    public static Repository create(
            BackupTarget target,
            BackupKey key,
            Optional<Recipient> recipient,
            Json json,
            SecureRandom random,
            Instant now)
            throws IOException {
        if (!target.list("").isEmpty()) {
            throw new BackupException("The target is not empty. A new repository needs an empty target.");
        }
        Json.Binding binding = json.binding(Json.Names.SNAKE_CASE);
        String id = randomId(random);
        Optional<RecipientSeal> sealing = recipient.map(to -> new RecipientSeal(to, null, random));
        RepositoryFile.of(id, now, key, sealing).store(target, binding);
        return new Repository(target, key, binding, random, id, sealing);
    }

    /**
     * Opens an existing repository.
     *
     * @throws BackupException the target has no repository, or the repository has another key or a newer format
     */
    public static Repository open(BackupTarget target, BackupKey key, Json json, SecureRandom random)
            throws IOException {
        return opened(target, RepositoryFile.read(target, json), key, null, json, random);
    }

    /**
     * Opens an existing repository with the 24 words of its key or of the identity of its recipient.
     *
     * @throws BackupException as for {@link #open}
     */
    public static Repository openWithWords(BackupTarget target, BackupKey words, Json json, SecureRandom random)
            throws IOException {
        RepositoryFile file = RepositoryFile.read(target, json);
        Identity identity = Identity.of(words);
        Optional<BackupKey> unwrapped = file.unwrap(identity, random);
        return unwrapped.isPresent()
                ? opened(target, file, unwrapped.get(), identity, json, random)
                : opened(target, file, words, null, json, random);
    }

    private static Repository opened(
            BackupTarget target,
            RepositoryFile file,
            BackupKey key,
            @Nullable Identity identity,
            Json json,
            SecureRandom random)
            throws BackupException {
        if (!file.key().equals(key.fingerprint())) {
            throw new BackupException("The repository has the key with the fingerprint " + file.key()
                    + ". The key that was given has the fingerprint " + key.fingerprint() + "."
                    + (file.recipient() == null
                            ? ""
                            : " The words of the identity of its recipient " + file.recipient() + " open it, too."));
        }
        if (!file.signed(key).equals(file)) {
            throw new DamagedObjectException(Layout.REPO, "was changed");
        }
        Optional<RecipientSeal> recipient = Optional.ofNullable(file.recipient())
                .map(Recipient::of)
                .map(to -> new RecipientSeal(to, identity, random));
        return new Repository(target, key, json.binding(Json.Names.SNAKE_CASE), random, file.id(), recipient);
    }

    /** Returns the target. */
    public BackupTarget target() {
        return target;
    }

    /** Returns the random id of the repository. */
    public String id() {
        return id;
    }

    /** Returns the key. */
    public BackupKey key() {
        return key;
    }

    /** Returns the recipient of the contents; empty if the key decrypts them. */
    public Optional<Recipient> recipient() {
        return recipient.map(RecipientSeal::recipient);
    }

    /** Returns whether the contents can be decrypted: the repository has no recipient, or was opened with its identity. */
    public boolean isReadable() {
        return recipient.filter(to -> !to.hasIdentity()).isEmpty();
    }

    /** Returns the cipher of chunks. */
    public ChunkCipher chunks() {
        return chunks;
    }

    /** Returns the binding for the JSON of the format. */
    public Json.Binding json() {
        return json;
    }

    /** Returns a new random id for a pack. */
    public String newId() {
        return randomId(random);
    }

    private static String randomId(SecureRandom random) {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the ids of all runs, oldest first. */
    public List<String> runs() throws IOException {
        return target.list(Layout.RUNS).stream()
                .map(StoredObject::name)
                .filter(Layout::isKnown)
                .map(Layout::id)
                .toList();
    }

    /**
     * Returns the id of the newest run.
     *
     * @throws BackupException there is no run
     */
    public String newest() throws IOException {
        List<String> runs = runs();
        if (runs.isEmpty()) {
            throw new BackupException("The repository contains no backup.");
        }
        return runs.get(runs.size() - 1);
    }

    /**
     * Returns the id of a run.
     *
     * @param run the id; null for the newest run
     * @throws BackupException there is no such run
     */
    public String existing(@Nullable String run) throws IOException {
        if (run == null) {
            return newest();
        }
        if (!runs().contains(run)) {
            throw new BackupException("The repository contains no backup \"" + run + "\". See svc backup list.");
        }
        return run;
    }

    /**
     * Returns the manifest of a run.
     *
     * @throws BackupException the run does not exist, is damaged, or has a newer format
     */
    public RunManifest manifest(String run) throws IOException {
        String name = Layout.RUNS + run;
        if (!Layout.isKnown(name)) {
            throw new BackupException("\"" + run + "\" is not the id of a run.");
        }
        String text = new String(read(name), UTF_8);
        try {
            RepositoryFile.checkFormat(json.read(text), RUN_FORMAT, "run");
            return json.convert(json.read(text), RunManifest.class);
        } catch (JsonException e) {
            throw new DamagedObjectException(name, "is malformed: " + e.getMessage());
        }
    }

    /**
     * Reads a sealed object.
     *
     * @throws DamagedObjectException the object does not exist or was changed
     */
    public byte[] read(String name) throws IOException {
        byte[] sealed = readAll(target, name).orElseThrow(() -> new DamagedObjectException(name, "is missing"));
        return seal.open(objectKey, associated(name), sealed)
                .orElseThrow(() -> new DamagedObjectException(name, "was changed or is incomplete"));
    }

    /**
     * Reads a sealed object of JSON.
     *
     * @throws DamagedObjectException the object does not exist, was changed or is malformed
     */
    public <T> T read(String name, Class<T> type) throws IOException {
        String text = new String(read(name), UTF_8);
        try {
            return json.convert(json.read(text), type);
        } catch (JsonException e) {
            throw new DamagedObjectException(name, "is malformed: " + e.getMessage());
        }
    }

    /**
     * Seals and stores an object, and reads it back: some file systems and services report success before a full disk
     * or quota makes them fail.
     *
     * @return false if an object of this name exists
     */
    public boolean write(String name, byte[] content) throws IOException {
        if (!target.put(name, seal.seal(objectKey, associated(name), content, content.length))) {
            return false;
        }
        if (!Arrays.equals(read(name), content)) {
            throw new DamagedObjectException(name, "is not what was written");
        }
        return true;
    }

    /** Does the same with a record, which is stored as JSON. */
    public boolean write(String name, Record content) throws IOException {
        return write(name, json.text(content).getBytes(UTF_8));
    }

    /** Returns the bytes of an object; empty if it does not exist. */
    static Optional<byte[]> readAll(BackupTarget target, String name) throws IOException {
        try (InputStream in = target.read(name, 0, LONGEST_OBJECT)) {
            return Optional.of(in.readAllBytes());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** An object that is copied to another name or another repository cannot be opened. */
    private byte[] associated(String name) {
        return (PURPOSE + id + "/" + name).getBytes(UTF_8);
    }
}
