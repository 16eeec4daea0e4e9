package svc.mail.out.tls;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MTA-STS policy (RFC 8461 §3.2).
 *
 * @param mode what happens if a host violates the policy
 * @param mx the patterns of the hosts
 * @param maxAge how long the policy is valid
 */
record StsPolicy(Mode mode, List<String> mx, Duration maxAge) {

    private static final long MOST_SECONDS = 31_557_600;
    private static final Pattern FIELD = Pattern.compile("([A-Za-z0-9][A-Za-z0-9_.-]{0,31}):(.*)");
    private static final Pattern HOST = Pattern.compile(
            "(?=.{1,255}$)(?:\\*\\.)?[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}");

    /** The mode of a policy (RFC 8461 §5). */
    enum Mode {
        ENFORCE,
        TESTING,
        NONE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    StsPolicy {
        mx = List.copyOf(mx);
    }

    /** Parses a policy. Lines without text are ignored. */
    static StsPolicy parse(String text) throws StsFailedException {
        Map<String, String> fields = new HashMap<>();
        List<String> mx = new ArrayList<>();
        for (String line : text.split("\r?\n", -1)) {
            if (line.isBlank()) {
                continue;
            }
            Matcher field = FIELD.matcher(line);
            if (!field.matches()) {
                throw invalid("a line of the policy has no key and value");
            } else if (field.group(1).equals("mx")) {
                mx.add(host(field.group(2).strip()));
            } else {
                fields.putIfAbsent(field.group(1), field.group(2).strip());
            }
        }
        if (!fields.getOrDefault("version", "").equals("STSv1")) {
            throw invalid("the version is not STSv1");
        }
        Mode mode = mode(fields.getOrDefault("mode", ""));
        if (mx.isEmpty() && mode != Mode.NONE) {
            throw invalid("the policy names no mx");
        }
        return new StsPolicy(mode, mx, age(fields.getOrDefault("max_age", "")));
    }

    private static String host(String pattern) throws StsFailedException {
        if (!HOST.matcher(pattern).matches()) {
            throw invalid("an mx of the policy is not a domain name");
        }
        return pattern.toLowerCase(Locale.ROOT);
    }

    private static Mode mode(String word) throws StsFailedException {
        for (Mode mode : Mode.values()) {
            if (mode.word().equals(word)) {
                return mode;
            }
        }
        throw invalid("the mode is not enforce, testing or none");
    }

    private static Duration age(String text) throws StsFailedException {
        if (!SECONDS.matcher(text).matches()) {
            throw invalid("max_age is not a number of seconds");
        }
        return Duration.ofSeconds(Math.min(Long.parseLong(text), MOST_SECONDS));
    }

    private static StsFailedException invalid(String reason) {
        return new StsFailedException(StsFailedException.INVALID, reason);
    }

    /** Returns whether the policy names a host (RFC 8461 §4.1). */
    boolean names(String host) {
        String name = HostNames.normalized(host);
        return mx.stream().anyMatch(pattern -> HostNames.covers(pattern, name));
    }

    /** Returns the lines of the policy for reports (RFC 8460 §4.5). */
    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("version: STSv1", "mode: " + mode.word()));
        mx.forEach(pattern -> lines.add("mx: " + pattern));
        lines.add("max_age: " + maxAge.toSeconds());
        return lines;
    }
}
