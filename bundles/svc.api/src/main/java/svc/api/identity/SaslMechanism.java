package svc.api.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import svc.api.identity.SignIns.Client;
import svc.api.identity.SignIns.Outcome;

/**
 * The SASL mechanisms of line protocols, such as SMTP and IMAP. Threading: thread-safe.
 */
public enum SaslMechanism {
    /** An address and a password in one response (RFC 4616). */
    PLAIN("") {
        @Override
        Optional<Outcome> verify(SignIns signIns, Client client, List<String> responses) {
            String[] parts = responses.get(0).split("\0", -1);
            // An authorization identity other than the own address would name another account.
            boolean valid = parts.length == 3
                    && !parts[1].isEmpty()
                    && !parts[2].isEmpty()
                    && (parts[0].isEmpty() || parts[0].equals(parts[1]));
            return valid ? Optional.of(signIns.password(client, parts[1], parts[2])) : Optional.empty();
        }
    },
    /** An address, then a password; it has no specification. */
    LOGIN("Username:", "Password:") {
        @Override
        Optional<Outcome> verify(SignIns signIns, Client client, List<String> responses) {
            boolean valid = responses.stream().noneMatch(String::isEmpty);
            return valid ? Optional.of(signIns.password(client, responses.get(0), responses.get(1))) : Optional.empty();
        }
    },
    /** A token of a session (RFC 7628). */
    OAUTHBEARER("") {
        @Override
        Optional<Outcome> verify(SignIns signIns, Client client, List<String> responses) {
            Deque<String> parts = new ArrayDeque<>(List.of(responses.get(0).split("\u0001", -1)));
            // The header of GS2 without channel binding; the token names the account.
            boolean valid = parts.removeFirst().matches("[ny],(a=[^,]*)?,");
            return parts.stream()
                    .filter(part -> valid && part.toLowerCase(Locale.ROOT).startsWith(BEARER))
                    .map(part -> part.substring(BEARER.length()).strip())
                    .filter(token -> !token.isEmpty())
                    .findFirst()
                    .map(token -> signIns.token(client, token));
        }
    };

    private static final String BEARER = "auth=bearer ";

    @SuppressWarnings("ImmutableEnumChecker") // The list is immutable.
    private final List<String> challenges;

    SaslMechanism(String... challenges) {
        this.challenges = List.of(challenges);
    }

    /** Returns the challenges; the client answers each with a response. */
    List<String> challenges() {
        return challenges;
    }

    /** Verifies the responses; empty if they are malformed. */
    abstract Optional<Outcome> verify(SignIns signIns, Client client, List<String> responses);

    /** Returns the mechanism with a name, in upper or lower case. */
    public static Optional<SaslMechanism> named(String name) {
        for (SaslMechanism mechanism : values()) {
            if (mechanism.name().equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(mechanism);
            }
        }
        return Optional.empty();
    }

    /** Encodes a challenge as Base64. */
    static String encoded(String challenge) {
        return Base64.getEncoder().encodeToString(challenge.getBytes(UTF_8));
    }

    /** Decodes a response; empty if it is not Base64 of UTF-8 text. A single {@code =} is an empty response. */
    static Optional<String> decoded(String response) {
        if (response.equals("=") || response.isEmpty()) {
            return Optional.of("");
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(response);
            boolean canonical = Base64.getEncoder().encodeToString(bytes).equals(response);
            return canonical
                    ? Optional.of(
                            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString())
                    : Optional.empty();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
