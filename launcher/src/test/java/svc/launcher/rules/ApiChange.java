package svc.launcher.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A line that was removed from the API or added to it.
 *
 * @param type the type of the line
 * @param line the line, after {@code -} or {@code +}
 * @param breaking whether code written against the old API may no longer work
 */
record ApiChange(String type, String line, boolean breaking) {

    /** Returns the changes between two versions, in the order of the types. */
    static List<ApiChange> between(Api old, Api now) {
        Set<String> types = new TreeSet<>(old.types().keySet());
        types.addAll(now.types().keySet());
        List<ApiChange> changes = new ArrayList<>();
        for (String type : types) {
            List<String> before = old.types().getOrDefault(type, List.of());
            List<String> after = now.types().getOrDefault(type, List.of());
            boolean isNew = before.isEmpty();
            minus(before, after).forEach(line -> changes.add(new ApiChange(type, "- " + line, true)));
            minus(after, before)
                    .forEach(line ->
                            changes.add(new ApiChange(type, "+ " + line, !isNew && burdens(after.get(0), line))));
        }
        return changes;
    }

    /** Returns whether a new line of an existing type must be implemented by implementors. */
    private static boolean burdens(String head, String line) {
        boolean duty = line.startsWith("abstract ") || line.startsWith("protected abstract ");
        if (head.startsWith("annotation")) {
            return duty && !line.contains(") default ");
        }
        return duty && !head.endsWith("@ProviderType");
    }

    private static Set<String> minus(List<String> lines, List<String> others) {
        Set<String> remaining = new LinkedHashSet<>(lines);
        remaining.removeAll(Set.copyOf(others));
        return remaining;
    }

    /**
     * Returns the lowest version that a package must have after these changes.
     *
     * @param version the accepted version
     */
    static String required(String version, List<ApiChange> changes) {
        int[] numbers = numbers(version);
        int major = numbers[0];
        if (changes.isEmpty()) {
            return version;
        }
        return changes.stream().anyMatch(ApiChange::breaking)
                ? (major + 1) + ".0.0"
                : major + "." + (numbers[1] + 1) + ".0";
    }

    /** Returns whether a version is at least another one. */
    static boolean reaches(String version, String required) {
        return Arrays.compare(numbers(version), numbers(required)) >= 0;
    }

    private static int[] numbers(String version) {
        return Pattern.compile("\\.")
                .splitAsStream(version)
                .limit(3)
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    /** Returns a report: the changes of each package and its required version; empty without changes. */
    static String report(Api old, Api now) {
        StringBuilder out = new StringBuilder();
        Set<String> packages = new TreeSet<>(old.versions().keySet());
        packages.addAll(now.versions().keySet());
        List<ApiChange> all = between(old, now);
        for (String name : packages) {
            List<ApiChange> changes = all.stream()
                    .filter(change -> Api.packageOf(change.type()).equals(name))
                    .toList();
            String verdict = verdict(name, old.versions(), now.versions(), changes);
            if (!verdict.isEmpty()) {
                out.append('\n').append(name).append(": ").append(verdict).append('\n');
                changes.forEach(change -> out.append("  " + change.type() + "\n    " + change.line() + "\n"));
            }
        }
        return out.toString();
    }

    private static String verdict(
            String name, Map<String, String> old, Map<String, String> now, List<ApiChange> changes) {
        String before = old.get(name);
        String after = now.get(name);
        if (before == null) {
            return "is new.";
        }
        if (after == null) {
            return "is gone.";
        }
        String required = required(before, changes);
        if (!reaches(after, required)) {
            return "its version must grow from %s to at least %s (@Version in its package-info.java)."
                    .formatted(before, required);
        }
        return changes.isEmpty() && after.equals(before) ? "" : "%s → %s is enough.".formatted(before, after);
    }

    /** Returns whether every version has increased as required. */
    static boolean grown(Api old, Api now) {
        return !report(old, now).contains("must grow");
    }
}
