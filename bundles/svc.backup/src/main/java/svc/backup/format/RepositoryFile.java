package svc.backup.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.backup.api.BackupTarget;
import svc.backup.key.BackupKey;
import svc.backup.key.Hmac;
import svc.backup.key.Identity;
import svc.backup.key.Recipient;
import svc.backup.key.RecipientSeal;

/**
 * The object {@code repo}.
 *
 * @param format the version of the repository format
 * @param id the random id of the repository
 * @param created when the repository was created
 * @param key the fingerprint of the key
 * @param recipient the recipient of the contents; absent if the key decrypts them
 * @param wrapped the key, encrypted to the recipient
 * @param mac HMAC-SHA-256 of the other members
 */
record RepositoryFile(
        int format,
        String id,
        Instant created,
        String key,
        @Nullable String recipient,
        @Nullable String wrapped,
        String mac) {

    /** The format without a recipient, which older versions of svc read, too. */
    static final int SYMMETRIC = 1;

    /** The format with a recipient. */
    static final int WITH_RECIPIENT = 2;

    private static final String PURPOSE = "svc backup key 1/";

    /**
     * Reads the object.
     *
     * @throws BackupException the target has no repository, the repository has a newer format, or the object was changed
     */
    static RepositoryFile read(BackupTarget target, Json json) throws IOException {
        Json.Binding binding = json.binding(Json.Names.SNAKE_CASE);
        byte[] content = Repository.readAll(target, Layout.REPO)
                .orElseThrow(() -> new BackupException("The target does not contain a repository of backups."));
        RepositoryFile file;
        try {
            String text = new String(content, UTF_8);
            checkFormat(binding.read(text), WITH_RECIPIENT, "repository");
            file = binding.convert(binding.read(text), RepositoryFile.class);
        } catch (JsonException e) {
            throw new DamagedObjectException(Layout.REPO, "is malformed");
        }
        if (!Arrays.equals(file.encode(binding), content)) {
            throw new DamagedObjectException(Layout.REPO, "was changed");
        }
        return file;
    }

    /**
     * Refuses what a newer version has written.
     *
     * @param newest the newest format that this version reads
     */
    static void checkFormat(@Nullable Object plain, int newest, String what) throws BackupException {
        if (plain instanceof Map<?, ?> members
                && members.get("format") instanceof Number format
                && format.longValue() > newest) {
            throw new BackupException("This " + what + " has the format " + format
                    + ", which a newer version of svc has written. This version reads formats up to " + newest + ".");
        }
    }

    private byte[] encode(Json.Binding json) {
        return (json.text(this) + "\n").getBytes(UTF_8);
    }

    /**
     * Stores the object in a new repository. If this fails, it is removed.
     *
     * @throws BackupException the target already contains a repository, or replaces existing objects
     */
    void store(BackupTarget target, Json.Binding json) throws IOException {
        byte[] content = encode(json);
        if (!target.put(Layout.REPO, content)) {
            throw new BackupException("The target already contains a repository.");
        }
        try {
            requireNewObjects(target, content);
        } catch (IOException e) {
            remove(target, e);
            throw e;
        }
    }

    private static void requireNewObjects(BackupTarget target, byte[] content) throws IOException {
        if (target.put(Layout.REPO, content)) {
            throw new BackupException("The target replaces existing objects: two writers could not notice each other."
                    + " Use another kind of storage.");
        }
    }

    private static void remove(BackupTarget target, IOException refusal) {
        try {
            target.delete(Layout.REPO);
        } catch (IOException e) {
            refusal.addSuppressed(e);
        }
    }

    /** Returns the content for a new repository. */
    static RepositoryFile of(String id, Instant created, BackupKey key, Optional<RecipientSeal> recipient) {
        int format = recipient.isPresent() ? WITH_RECIPIENT : SYMMETRIC;
        byte[] bytes = key.toBytes();
        return new RepositoryFile(
                        format,
                        id,
                        created,
                        key.fingerprint(),
                        recipient.map(seal -> seal.recipient().toString()).orElse(null),
                        recipient
                                .map(seal -> seal.seal(associated(id), bytes, bytes.length))
                                .map(Base64.getUrlEncoder().withoutPadding()::encodeToString)
                                .orElse(null),
                        "")
                .signed(key);
    }

    /** Returns the key that was encrypted to the recipient; empty if the identity is another one. */
    Optional<BackupKey> unwrap(Identity identity, SecureRandom random) throws DamagedObjectException {
        Recipient known = identity.recipient();
        if (wrapped == null || !known.toString().equals(recipient)) {
            return Optional.empty();
        }
        try {
            byte[] sealed = Base64.getUrlDecoder().decode(wrapped);
            return Optional.of(new RecipientSeal(known, identity, random)
                    .open(associated(id), sealed)
                    .map(BackupKey::of)
                    .orElseThrow(() -> new DamagedObjectException(Layout.REPO, "was changed")));
        } catch (IllegalArgumentException e) {
            throw new DamagedObjectException(Layout.REPO, "was changed");
        }
    }

    private static byte[] associated(String id) {
        return (PURPOSE + id).getBytes(UTF_8);
    }

    /** Returns the content with the MAC of a key. */
    RepositoryFile signed(BackupKey owner) {
        byte[] text = (format + "\n" + id + "\n" + created + "\n" + key
                        + (recipient == null ? "" : "\n" + recipient + "\n" + wrapped))
                .getBytes(UTF_8);
        byte[] made = Hmac.of(owner.derive("repository", Hmac.ALGORITHM), text, text.length);
        return new RepositoryFile(
                format, id, created, key, recipient, wrapped, HexFormat.of().formatHex(made));
    }
}
