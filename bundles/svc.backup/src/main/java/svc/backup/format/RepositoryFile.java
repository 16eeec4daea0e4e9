package svc.backup.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import svc.backup.key.BackupKey;

/**
 * The object {@code repo}.
 *
 * @param format the version of the repository format
 * @param id the random id of the repository
 * @param created when the repository was created
 * @param key the fingerprint of the key
 * @param mac HMAC-SHA-256 of the other members
 */
record RepositoryFile(int format, String id, Instant created, String key, String mac) {

    /** Returns the content with its MAC. */
    static RepositoryFile of(int format, String id, Instant created, BackupKey key) {
        String text = format + "\n" + id + "\n" + created + "\n" + key.fingerprint();
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key.derive("repository", "HmacSHA256"));
            return new RepositoryFile(
                    format,
                    id,
                    created,
                    key.fingerprint(),
                    HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
    }
}
