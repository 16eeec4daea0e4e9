package svc.http;

import java.util.regex.Pattern;

/** Takes the secrets out of a path with query, for the log. */
final class Redaction {

    private static final Pattern SECRET =
            Pattern.compile("(?i)([?&;](?:access_token|stream_ticket|media_token)=)[^&;]*");

    private Redaction() {}

    static String of(String pathAndQuery) {
        return pathAndQuery.indexOf('?') < 0
                ? pathAndQuery
                : SECRET.matcher(pathAndQuery).replaceAll("$1…");
    }
}
