package svc.launcher.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The public API of a bundle as text: each line is a part that a change can break.
 *
 * @param versions the version of each exported package
 * @param types the lines of each public type; the first is its declaration
 */
record Api(SortedMap<String, String> versions, SortedMap<String, List<String>> types) {

    private static final String HEAD = """
            # The public face of svc.api as it was last accepted; one line is one promise.
            # Written by `make accept-api`, never by hand: docs/decisions/0004-api-check-as-text.md.
            """;

    /** Parses the output of {@link #text()}. */
    static Api parse(List<String> lines) {
        SortedMap<String, String> versions = new TreeMap<>();
        SortedMap<String, List<String>> types = new TreeMap<>();
        List<String> members = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("package ")) {
                String[] words = line.split(" ", 3);
                versions.put(words[1], words[2]);
            } else if (line.startsWith("  ")) {
                members.add(line.strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                members = new ArrayList<>();
                types.put(line, members);
            }
        }
        return new Api(versions, types);
    }

    /** Returns the text of the file. */
    String text() {
        StringBuilder out = new StringBuilder(HEAD);
        for (Map.Entry<String, String> entry : versions.entrySet()) {
            out.append("\npackage %s %s\n".formatted(entry.getKey(), entry.getValue()));
            types.forEach((type, lines) -> {
                if (packageOf(type).equals(entry.getKey())) {
                    out.append('\n').append(type).append('\n');
                    lines.forEach(line -> out.append("  ").append(line).append('\n'));
                }
            });
        }
        return out.toString();
    }

    /** Returns the package of a type; nested types are written with a {@code $}. */
    static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }
}
