package svc.cap.v2.streaming;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the id of an event says of the queries that its client follows: it stands at the end of the id, and speaks for itself where
 * nobody can read the rest of it any more.
 *
 * @param mark which run of the server numbered them
 * @param versions by their numbers, in which version the client was told each
 */
record Claim(String mark, Map<Long, Long> versions) {

    /** No other part of an id begins with a dot. */
    private static final String BEGIN = ".";

    private static final String NUMBER = "[0-9a-z]{1,12}";
    private static final Pattern TEXT = Pattern.compile(Place.BETWEEN + "\\.(?<mark>" + NUMBER + ")(?<versions>(?:\\."
            + NUMBER + "-" + NUMBER + "){1," + Subscriptions.MOST + "})$");

    /** What an id says; empty for nothing. */
    static Optional<Claim> of(String id) {
        Matcher matcher = TEXT.matcher(id);
        if (!matcher.find()) {
            return Optional.empty();
        }
        Map<Long, Long> versions = new LinkedHashMap<>();
        for (String version : matcher.group("versions").substring(1).split("\\.", -1)) {
            int between = version.indexOf('-');
            versions.put(number(version.substring(0, between)), number(version.substring(between + 1)));
        }
        return Optional.of(new Claim(matcher.group("mark"), versions));
    }

    /** The rest of an id without what it says of queries. */
    static String without(String rest) {
        int at = (Place.BETWEEN + rest).indexOf(Place.BETWEEN + BEGIN);
        return at < 0 ? rest : rest.substring(0, Math.max(0, at - 1));
    }

    private static long number(String text) {
        return Long.parseLong(text, Character.MAX_RADIX);
    }

    /** A number as clients get it. */
    static String text(long number) {
        return Long.toString(number, Character.MAX_RADIX);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(BEGIN).append(mark);
        versions.forEach((number, version) ->
                text.append(BEGIN).append(text(number)).append('-').append(text(version)));
        return text.toString();
    }
}
