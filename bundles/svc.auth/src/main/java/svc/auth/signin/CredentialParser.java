package svc.auth;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the places where credentials stand. */
final class Presentation {

    private static final int LONGEST = 1_024;
    private static final Pattern FIELD = Pattern.compile("([A-Za-z]+) +(\\S+) *");

    private Presentation() {}

    /**
     * The field {@code Authorization}.
     *
     * @param scheme in small letters
     * @param secret what follows it
     */
    record Field(String scheme, String secret) {
        /** Without the secret. */
        @Override
        public String toString() {
            return scheme;
        }

        /** Whether it holds a token: that of a bound session may come under either name. */
        boolean token() {
            return scheme.equals("bearer") || scheme.equals("dpop");
        }
    }

    /** Its parts; empty for what is none of the schemes here. */
    static Optional<Field> field(String authorization) {
        Matcher parts = FIELD.matcher(authorization);
        return authorization.length() <= LONGEST && parts.matches()
                ? Optional.of(new Field(parts.group(1).toLowerCase(Locale.ROOT), parts.group(2)))
                : Optional.empty();
    }

    /** A parameter of a query; what is there twice, or is no text, is there and says nothing. */
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
