package svc.telemetry.receiver;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A report of another server, as its sender formats it. */
record ReceivedReport(String instanceId, String version, long windowSeconds, Map<String, Long> counters) {

    private static final int SHORTEST_WINDOW = 60;
    private static final int MOST_COUNTERS = 1_000;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+-]{1,40}");
    private static final Pattern COUNTER = Pattern.compile("[a-z][a-z0-9_]{0,79}");

    /** Returns what is wrong with the report; empty if it can be stored. */
    Optional<String> problem() {
        if (!ID.matcher(instanceId).matches()) {
            return Optional.of("instance_id must have 32 hexadecimal digits in lower case.");
        } else if (!VERSION.matcher(version).matches()) {
            return Optional.of("version must have 1 to 40 letters, digits, dots, hyphens and plus signs.");
        } else if (windowSeconds < SHORTEST_WINDOW) {
            return Optional.of("window_seconds must be 60 or more.");
        } else if (counters.size() > MOST_COUNTERS) {
            return Optional.of("counters must have at most " + MOST_COUNTERS + " members.");
        }
        return counters.entrySet().stream()
                .filter(entry -> !COUNTER.matcher(entry.getKey()).matches() || entry.getValue() < 0)
                .map(entry -> "Each counter must have a name of small letters, digits and underscores, and a value of 0"
                        + " or more.")
                .findFirst();
    }
}
