package svc.auth.signin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.auth.signin.LoginServlet.LoginBody;

/** Parses credentials from the {@code Authorization} field and the query. */
final class CredentialParser {

    private static final int LONGEST = 1_024;
    private static final Pattern FIELD = Pattern.compile("([A-Za-z]+) +(\\S+) *");

    private CredentialParser() {}

    /**
     * The {@code Authorization} field.
     *
     * @param scheme the scheme in lower case
     * @param secret the part after the scheme
     */
    record Field(String scheme, String secret) {
        /** Omits the secret. */
        @Override
        public String toString() {
            return scheme;
        }

        /**
         * Returns whether the field contains a session token. Clients may send the token of a key-bound session with
         * either scheme, Bearer or DPoP.
         */
        boolean token() {
            return scheme.equals("bearer") || scheme.equals("dpop");
        }

        /** Returns whether the field contains a token that has the form of an app password. */
        boolean appPassword() {
            return scheme.equals("bearer") && AppPasswordSignIn.mayBe(secret);
        }

        /** Returns the address and the password of Basic authentication (RFC 7617); empty texts if it is malformed. */
        LoginBody basic() {
            String pair;
            try {
                pair = new String(Base64.getDecoder().decode(secret), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                pair = "";
            }
            int colon = pair.indexOf(':');
            return new LoginBody(pair.substring(0, Math.max(colon, 0)), pair.substring(colon + 1));
        }
    }

    /** Parses the field. Returns empty if it is malformed or too long. */
    static Optional<Field> field(String authorization) {
        Matcher parts = FIELD.matcher(authorization);
        return authorization.length() <= LONGEST && parts.matches()
                ? Optional.of(new Field(parts.group(1).toLowerCase(Locale.ROOT), parts.group(2)))
                : Optional.empty();
    }

    /**
     * Returns a query parameter; empty if it is absent. For a repeated or malformed parameter, returns an empty text.
     */
    static Optional<String> parameter(String query, String name) {
        Optional<String> found = Optional.empty();
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(name) && pair.startsWith("=", name.length())) {
                found = Optional.of(found.isPresent() ? "" : decoded(pair.substring(name.length() + 1)));
            }
        }
        return found;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
