package svc.auth.crypto;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stored password hash: {@code $argon2id$v=19$m=19456,t=2,p=1$salt$hash}. This string format of the Password Hashing
 * Competition contains the cost parameters of the hash.
 *
 * @param cost the cost parameters
 * @param salt the salt
 * @param hash the hash
 */
@SuppressWarnings("ArrayRecordComponent") // the arrays are never modified
public record PasswordHash(Cost cost, byte[] salt, byte[] hash) {

    private static final Pattern TEXT = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=([1-9][0-9]{0,8}),t=([1-9][0-9]{0,3}),p=([1-9][0-9]{0,2})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    /**
     * The cost parameters of a hash.
     *
     * @param kibibytes memory
     * @param passes number of iterations over the memory
     * @param lanes degree of parallelism
     */
    public record Cost(int kibibytes, int passes, int lanes) {}

    /** Parses a stored hash. Returns empty if the text has another format. */
    static Optional<PasswordHash> of(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Cost cost = new Cost(number(parts, 1), number(parts, 2), number(parts, 3));
        Base64.Decoder decoder = Base64.getDecoder();
        return Optional.of(new PasswordHash(cost, decoder.decode(parts.group(4)), decoder.decode(parts.group(5))));
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }

    /** Returns the stored form. */
    String text() {
        Base64.Encoder encoder = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + cost.kibibytes() + ",t=" + cost.passes() + ",p=" + cost.lanes() + "$"
                + encoder.encodeToString(salt) + "$" + encoder.encodeToString(hash);
    }

    /** Omits the hash, which must not appear in logs. */
    @Override
    public String toString() {
        return "a hash of a password";
    }
}
