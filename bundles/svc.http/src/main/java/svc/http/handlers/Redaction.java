package svc.http.handlers;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes secrets from a path with query before it is logged. Recognizes percent-encoded parameter names. */
final class Redaction {

    private static final Set<String> SECRET = Set.of("access_token", "stream_ticket", "media_token");
    private static final Pattern PAIR = Pattern.compile("([?&;])([^=&;]+)=[^&;]*");

    private Redaction() {}

    static String of(String pathAndQuery) {
        return pathAndQuery.indexOf('?') < 0
                ? pathAndQuery
                : PAIR.matcher(pathAndQuery).replaceAll(pair -> Matcher.quoteReplacement(redacted(pair)));
    }

    private static String redacted(MatchResult pair) {
        return secret(pair.group(2)) ? pair.group(1) + pair.group(2) + "=…" : pair.group();
    }

    private static boolean secret(String name) {
        try {
            return SECRET.contains(
                    URLDecoder.decode(name, StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            // The name of this parameter cannot be decoded, so its value may be a secret.
            return true;
        }
    }
}
