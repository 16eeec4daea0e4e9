package svc.auth;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A hash of a password as it is kept: {@code $argon2id$v=19$m=19456,t=2,p=1$salt$hash}, the string format of the Password
 * Hashing Competition, which tells how it was made.
 *
 * @param cost what it costs to make
 * @param salt the salt
 * @param hash the hash
 */
@SuppressWarnings("ArrayRecordComponent") // made, written and compared in two places, where nobody changes the bytes
record Phc(Cost cost, byte[] salt, byte[] hash) {

    private static final Pattern TEXT = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=([1-9][0-9]{0,8}),t=([1-9][0-9]{0,3}),p=([1-9][0-9]{0,2})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    /**
     * What a hash costs.
     *
     * @param kibibytes memory
     * @param passes how often it is gone through
     * @param lanes how many could go through it at once
     */
    record Cost(int kibibytes, int passes, int lanes) {}

    /** Reads one; empty when the text is none. */
    static Optional<Phc> of(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Cost cost = new Cost(number(parts, 1), number(parts, 2), number(parts, 3));
        Base64.Decoder decoder = Base64.getDecoder();
        return Optional.of(new Phc(cost, decoder.decode(parts.group(4)), decoder.decode(parts.group(5))));
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }

    /** The text that is kept. */
    String text() {
        Base64.Encoder encoder = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + cost.kibibytes() + ",t=" + cost.passes() + ",p=" + cost.lanes() + "$"
                + encoder.encodeToString(salt) + "$" + encoder.encodeToString(hash);
    }

    /** Hashes are not for logs. */
    @Override
    public String toString() {
        return "a hash of a password";
    }
}
