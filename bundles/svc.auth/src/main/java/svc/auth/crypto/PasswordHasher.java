package svc.auth;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Makes and compares hashes of passwords, a few at a time. Any thread. */
@Component(service = Passwords.class)
public final class Passwords {

    /** The shortest and the longest password, in characters. */
    static final int SHORTEST = 8;

    static final int LONGEST = 256;

    private static final Phc.Cost COST = new Phc.Cost(19 * 1024, 2, 1);
    private static final int SALT = 16;
    private static final int HASH = 32;

    private final SecureRandom random = new SecureRandom();
    private final Phc.Cost cost;
    private final HashTurns turns;
    private final Phc nobody;

    /** At the cost of today. */
    @Activate
    public Passwords() {
        this(COST, HashTurns.ofThisMachine(COST.kibibytes()));
    }

    Passwords(Phc.Cost cost, HashTurns turns) {
        this.cost = cost;
        this.turns = turns;
        this.nobody = new Phc(cost, bytes(SALT), bytes(HASH));
    }

    /** What came of a comparison. */
    enum Verdict {
        /** It is another password. */
        WRONG,
        /** It is this password. */
        RIGHT,
        /** It is this password, and its hash was made at the cost of an earlier day. */
        RIGHT_BUT_CHEAP
    }

    /** Whether a password may be one. */
    static boolean acceptable(String password) {
        int length = password.codePointCount(0, password.length());
        return length >= SHORTEST && length <= LONGEST;
    }

    /** Whose turn it is. */
    HashTurns turns() {
        return turns;
    }

    /** The hash of a new password, as text; waits for its turn. */
    String hash(String password) {
        return turns.patiently(() -> fresh(password));
    }

    /** The same; empty when too many wait. */
    Optional<String> hashOrNot(String password) {
        return turns.orNot(() -> fresh(password));
    }

    /** Compares; with nobody's hash when there is none to compare with, so that it takes as long. Empty when too many wait. */
    Optional<Verdict> compare(String password, Optional<String> kept) {
        Optional<Phc> known = kept.flatMap(Phc::of);
        Phc expected = known.orElse(nobody);
        return turns.orNot(() -> hash(password, expected)).map(given -> {
            boolean same = MessageDigest.isEqual(given, expected.hash());
            if (!same || known.isEmpty()) {
                return Verdict.WRONG;
            }
            return expected.cost().equals(cost) ? Verdict.RIGHT : Verdict.RIGHT_BUT_CHEAP;
        });
    }

    private static byte[] hash(String password, Phc like) {
        return Argon2.hash(password, like.cost(), like.salt(), like.hash().length);
    }

    private String fresh(String password) {
        byte[] salt = bytes(SALT);
        return new Phc(cost, salt, Argon2.hash(password, cost, salt, HASH)).text();
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
