package svc.auth.crypto;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Optional;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.auth.crypto.HashConcurrencyLimit.Place;

/** Hashes and verifies passwords, with a limit on concurrent hashes. Thread-safe. */
@Component(service = PasswordHasher.class)
public final class PasswordHasher {

    private static final Logger LOG = LoggerFactory.getLogger(PasswordHasher.class);

    /** The minimum length of a password in characters. */
    public static final int SHORTEST = 8;

    public static final int LONGEST = 256;

    /** The system property with which tests lower the memory of a hash. */
    private static final String KIBIBYTES = "svc.auth.hash-kibibytes";

    private static final PasswordHash.Cost COST = new PasswordHash.Cost(19 * 1024, 2, 1);
    private static final int SALT = 16;
    private static final int HASH = 32;

    private final SecureRandom random = new SecureRandom();
    private final PasswordHash.Cost cost;
    private final HashConcurrencyLimit turns;
    private final PasswordHash placeholder;

    @Activate
    public PasswordHasher() {
        this(cost(), HashConcurrencyLimit.ofThisMachine(COST.kibibytes()));
    }

    public PasswordHasher(PasswordHash.Cost cost, HashConcurrencyLimit turns) {
        this.cost = cost;
        this.turns = turns;
        this.placeholder = new PasswordHash(cost, bytes(SALT), bytes(HASH));
    }

    private static PasswordHash.Cost cost() {
        int kibibytes = Integer.getInteger(KIBIBYTES, COST.kibibytes());
        if (kibibytes != COST.kibibytes()) {
            LOG.warn(
                    "Password hashes use {} KiB instead of {}. Remove -D{}: it is for tests.",
                    kibibytes,
                    COST.kibibytes(),
                    KIBIBYTES);
        }
        return new PasswordHash.Cost(kibibytes, COST.passes(), COST.lanes());
    }

    /** The result of a verification. */
    public enum Verdict {
        /** The password is wrong. */
        WRONG,
        /** The password is correct. */
        RIGHT,
        /** The password is correct, and its hash has outdated cost parameters. */
        RIGHT_BUT_CHEAP
    }

    /** Returns whether the length of a new password is within the limits. */
    public static boolean acceptable(String password) {
        int length = password.codePointCount(0, password.length());
        return length >= SHORTEST && length <= LONGEST;
    }

    /** Returns the limit on concurrent hashes. */
    public HashConcurrencyLimit turns() {
        return turns;
    }

    /** Returns the stored form of the hash of a new password. Waits in the queue, however long the queue is. */
    public String hash(String password) {
        return turns.patiently(() -> fresh(password));
    }

    /** Returns the stored form of the hash of a new password, or empty if the queue is full. */
    public Optional<String> hashOrNot(String password, Place place) {
        return turns.orNot(place, () -> fresh(password));
    }

    /**
     * Verifies a password against a stored hash. Without a stored hash, verifies the password against a dummy hash, so
     * that the time does not reveal whether the account exists. Returns empty if the queue is full.
     */
    public Optional<Verdict> compare(String password, Optional<String> kept, Place place) {
        Optional<PasswordHash> known = kept.flatMap(PasswordHash::of);
        PasswordHash expected = known.orElse(placeholder);
        return turns.orNot(place, () -> Argon2.hash(password, expected.cost(), expected.salt(), expected.hash().length))
                .map(given -> {
                    boolean same = MessageDigest.isEqual(given, expected.hash());
                    if (!same || known.isEmpty()) {
                        return Verdict.WRONG;
                    }
                    return expected.cost().equals(cost) ? Verdict.RIGHT : Verdict.RIGHT_BUT_CHEAP;
                });
    }

    private String fresh(String password) {
        byte[] salt = bytes(SALT);
        return new PasswordHash(cost, salt, Argon2.hash(password, cost, salt, HASH)).text();
    }

    /**
     * Computes Argon2id hashes (RFC 9106). Only this class uses the library, so that the library is loaded with the
     * first password.
     */
    private static final class Argon2 {

        /**
         * Returns the hash of a password in Unicode normalization form C: different keyboards may encode the same
         * letter differently.
         */
        static byte[] hash(String password, PasswordHash.Cost cost, byte[] salt, int length) {
            Argon2BytesGenerator generator = new Argon2BytesGenerator();
            generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                    .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                    .withMemoryAsKB(cost.kibibytes())
                    .withIterations(cost.passes())
                    .withParallelism(cost.lanes())
                    .withSalt(salt)
                    .build());
            byte[] hash = new byte[length];
            generator.generateBytes(
                    Normalizer.normalize(password, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8), hash);
            return hash;
        }
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
