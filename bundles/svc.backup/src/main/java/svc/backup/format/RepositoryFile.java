package svc.backup.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;
import svc.backup.key.BackupKey;
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
        String text = format + "\n" + id + "\n" + created + "\n" + key
                + (recipient == null ? "" : "\n" + recipient + "\n" + wrapped);
        try {
            Mac hmac = Mac.getInstance("HmacSHA256");
            hmac.init(owner.derive("repository", "HmacSHA256"));
            return new RepositoryFile(
                    format,
                    id,
                    created,
                    key,
                    recipient,
                    wrapped,
                    HexFormat.of().formatHex(hmac.doFinal(text.getBytes(UTF_8))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
    }
}
