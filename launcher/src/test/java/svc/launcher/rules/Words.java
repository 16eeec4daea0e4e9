package svc.launcher.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What no file of the repository says: where a text came from, how the work was organized, which machine it was written
 * on. A reader of the code has none of that at hand. Identifiers in code are free ({@code long seed}); prose is not.
 */
final class Words {

    /** Hosts that a URL may name: standards, the tools' own sites, and names reserved for examples. */
    private static final Set<String> HOSTS = Set.of(
            "www.rfc-editor.org",
            "datatracker.ietf.org",
            "www.w3.org",
            "www.osgi.org",
            "docs.osgi.org",
            "spdx.org",
            "maven.apache.org",
            "apache.org",
            "felix.apache.org",
            "jetty.org",
            "www.sqlite.org",
            "sqlite.org",
            "toml.io",
            "cyclonedx.org",
            "jspecify.dev",
            "errorprone.info",
            "keepachangelog.com",
            "semver.org",
            "openjdk.org");

    private static final Pattern URL = Pattern.compile("\\b(?:https?|wss?)://([A-Za-z0-9.-]+)");
    private static final Pattern EXAMPLE = Pattern.compile(
            "[A-Za-z0-9-]+|(.*\\.)(example(\\.(com|org|net))?|test|invalid|localhost)|example\\.(com|org|net)|127(\\.\\d+){3}|10(\\.\\d+){3}|192\\.0\\.2\\.\\d+|203\\.0\\.113\\.\\d+|[.-]*");

    private static final Map<String, Pattern> FORBIDDEN = forbidden();

    private Words() {}

    /**
     * What a text says that it must not.
     *
     * @param name the file's name, for the messages
     */
    static List<String> violations(String name, String text) {
        List<String> found = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String place = name + ":" + number + ": ";
            FORBIDDEN.forEach((what, pattern) -> {
                Matcher matcher = pattern.matcher(line);
                if (matcher.find()) {
                    found.add(place + "\"" + matcher.group().strip() + "\": " + what);
                }
            });
            Matcher url = URL.matcher(line);
            while (url.find()) {
                String host = url.group(1);
                if (!HOSTS.contains(host) && !EXAMPLE.matcher(host).matches()) {
                    found.add(place + "\"" + host
                            + "\": a host that the repository does not name; use one reserved for examples");
                }
            }
        }
        return found;
    }

    // The patterns are written so that none matches its own line.
    private static Map<String, Pattern> forbidden() {
        Map<String, Pattern> words = new LinkedHashMap<>();
        words.put(
                "numbers of a tracker say nothing here",
                any("(issues?|milestones?|tickets?|tasks?) #?[0-9]+", "(?<![\\w&])#[0-9]{1,5}(?!\\w)"));
        words.put("numbers of notes that are not in the repository", any("[GT]-[0-9]{2}"));
        words.put(
                "say `the specification` or name the row",
                any("the s(?:)eed", "s(?:)eed('s|\\.txt| says| line| text)", "s(?:)eed l\\.[0-9]+"));
        words.put(
                "say what it is",
                any("(design|the|a|this) c(?:)ard", "c(?:)ards? [0-9]+", "the t(?:)rial('s)?", "t(?:)rial build"));
        words.put(
                "who wrote it does not matter",
                any("(coding|sub|AI) ?a(?:)gents?", "h(?:)elper session", "s(?:)ession [0-9]+"));
        words.put("a path of one machine", Pattern.compile("(?<![\\w.}])/(work|root)/(?:)[\\w.]"));
        words.put("a registry other than the usual one", any("artif(?:)actory", "nex(?:)us", "verd(?:)accio"));
        return words;
    }

    private static Pattern any(String... patterns) {
        return Pattern.compile("(?<![\\w/-])(" + String.join("|", patterns) + ")(?![\\w-])", Pattern.CASE_INSENSITIVE);
    }
}
