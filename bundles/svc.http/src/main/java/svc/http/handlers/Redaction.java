package svc.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the secrets out of a path with query, for the log, however their names are written. */
final class Redaction {

    private static final Set<String> SECRET = Set.of("access_token", "stream_ticket", "media_token");
    private static final Pattern PAIR = Pattern.compile("([?&;])([^=&;]+)=[^&;]*");

    private Redaction() {}

    static String of(String pathAndQuery) {
        return pathAndQuery.indexOf('?') < 0
                ? pathAndQuery
                : PAIR.matcher(pathAndQuery).replaceAll(pair -> Matcher.quoteReplacement(shown(pair)));
    }

    private static String shown(MatchResult pair) {
        return secret(pair.group(2)) ? pair.group(1) + pair.group(2) + "=…" : pair.group();
    }

    private static boolean secret(String name) {
        try {
            return SECRET.contains(
                    URLDecoder.decode(name, StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            // Nobody can read such a name; what follows it may be anything.
            return true;
        }
    }
}
