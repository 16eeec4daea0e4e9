package svc.cap.v2.streaming;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of an event id that contains, for each subscribed query, the version of its results that the client
 * received. The versions are at the end of the id, so that they can be read even if the rest of the id is invalid.
 *
 * @param mark a random text that identifies the run of the server in which the subscriptions got their numbers
 * @param versions the version that was sent last, by the number of the subscription
 */
record QueryResumeToken(String mark, Map<Long, Long> versions) {

    /** The character before the versions. No other part of an id begins with a dot. */
    private static final String BEGIN = ".";

    private static final String NUMBER = "[0-9a-z]{1,12}";
    private static final Pattern TEXT = Pattern.compile(ChangesPosition.BETWEEN + "\\.(?<mark>" + NUMBER
            + ")(?<versions>(?:\\." + NUMBER + "-" + NUMBER + "){1," + SignInSubscriptions.MOST + "})$");

    /** Parses an id; empty when it contains no versions. */
    static Optional<QueryResumeToken> of(String id) {
        Matcher matcher = TEXT.matcher(id);
        if (!matcher.find()) {
            return Optional.empty();
        }
        Map<Long, Long> versions = new LinkedHashMap<>();
        for (String version : matcher.group("versions").substring(1).split("\\.", -1)) {
            int between = version.indexOf('-');
            versions.put(number(version.substring(0, between)), number(version.substring(between + 1)));
        }
        return Optional.of(new QueryResumeToken(matcher.group("mark"), versions));
    }

    /**
     * Returns the additional text of a push state ({@link svc.api.push.PushStateCodec.DecodedPushState#continuation})
     * without the versions of the queries at its end.
     */
    static String without(String rest) {
        int at = (ChangesPosition.BETWEEN + rest).indexOf(ChangesPosition.BETWEEN + BEGIN);
        return at < 0 ? rest : rest.substring(0, Math.max(0, at - 1));
    }

    private static long number(String text) {
        return Long.parseLong(text, Character.MAX_RADIX);
    }

    /** Returns a number in its text form. */
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
