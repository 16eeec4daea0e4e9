package svc.delivery.filing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import svc.api.config.SecretFile;

/** The hash in rewritten return paths: a truncated HMAC-SHA256 with the secret in {@code secrets/srs.key}. Thread-safe. */
final class ReturnPathHash {

    /** The digits of hashes and days. Mail servers may change the case of letters, so only one case is used. */
    static final int RADIX = 32;

    private static final int DIGITS = 8;
    private static final int BITS = 5 * DIGITS;
    private static final int SECRET_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretFile file;
    private byte @Nullable [] known;

    ReturnPathHash(Path home) {
        this.file = new SecretFile(home.resolve("secrets").resolve("srs.key"));
    }

    /** Returns the hash of the rest of an address. The secret is created when it is first needed. */
    String of(String content, String host) throws IOException {
        return hash(content, host, created());
    }

    /** Compares a hash, in constant time. */
    boolean matches(String hash, String content, String host) throws IOException {
        Optional<byte[]> secret = secret();
        return secret.isPresent()
                && MessageDigest.isEqual(
                        hash(content, host, secret.get()).getBytes(UTF_8),
                        hash.toLowerCase(Locale.ROOT).getBytes(UTF_8));
    }

    static String digits(long value, int length) {
        String digits = Long.toString(value, RADIX);
        return "0".repeat(length - digits.length()) + digits;
    }

    private static String hash(String content, String host, byte[] secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            byte[] hash =
                    mac.doFinal((content + '@' + host).toLowerCase(Locale.ROOT).getBytes(UTF_8));
            return digits(ByteBuffer.wrap(hash).getLong() >>> (Long.SIZE - BITS), DIGITS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
    }

    /** Returns the secret; empty if it does not exist. */
    private synchronized Optional<byte[]> secret() throws IOException {
        byte[] secret = known;
        if (secret != null) {
            return Optional.of(secret);
        }
        Optional<byte[]> stored = file.read();
        if (stored.isPresent()) {
            known = decoded(stored.get());
        }
        return Optional.ofNullable(known);
    }

    private synchronized byte[] created() throws IOException {
        Optional<byte[]> present = secret();
        if (present.isPresent()) {
            return present.get();
        }
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        file.write((Base64.getEncoder().encodeToString(secret) + '\n').getBytes(UTF_8));
        known = secret;
        return secret;
    }

    private byte[] decoded(byte[] stored) throws IOException {
        try {
            byte[] secret = Base64.getDecoder().decode(new String(stored, UTF_8).strip());
            if (secret.length == SECRET_BYTES) {
                return secret;
            }
        } catch (IllegalArgumentException e) {
            throw damaged(e);
        }
        throw damaged(null);
    }

    private IOException damaged(@Nullable Exception cause) {
        return new IOException(
                "The file " + file.path() + " is damaged: restore it from a backup, or delete it.", cause);
    }
}
