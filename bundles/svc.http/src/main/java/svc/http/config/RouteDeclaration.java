package svc.http;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a service says of its route; see {@link svc.api.http.HttpRoute}.
 *
 * @param methods in upper case; empty for all
 * @param maxBody bytes; negative for no limit
 * @param guarded whether the guard is asked about each request
 * @param compressed whether long answers are compressed
 */
record Declaration(
        List<String> paths,
        String surface,
        boolean raw,
        Set<String> methods,
        long maxBody,
        boolean guarded,
        boolean compressed,
        String bundle,
        long bundleId) {

    static final String PUBLIC = "public";
    static final String ADMIN = "admin";
    private static final Pattern PATH = Pattern.compile("/|/\\*|(/[^/*?#%;\\\\\\s]+)+(/|/\\*)?");

    /** Reads service properties, in whatever form a foreign component may have written them. */
    static Declaration of(Map<String, ?> properties, long standardMaxBody, String bundle, long bundleId) {
        long maxBody = properties.get("svc.http.maxBody") instanceof Number number ? number.longValue() : 0;
        return new Declaration(
                texts(properties.get("svc.http.path")),
                texts(properties.get("svc.http.surface")).stream().findFirst().orElse(PUBLIC),
                texts(properties.get("svc.http.raw")).contains("true"),
                new TreeSet<>(texts(properties.get("svc.http.method"))),
                maxBody == 0 ? standardMaxBody : maxBody,
                !texts(properties.get("svc.http.guarded")).contains("false"),
                !texts(properties.get("svc.http.compressed")).contains("false"),
                bundle,
                bundleId);
    }

    /** Why this cannot be a route: the path that is the trouble and a sentence. */
    Optional<Map.Entry<String, String>> flaw() {
        if (paths.isEmpty()) {
            return Optional.of(Map.entry("", "It names no path."));
        }
        if (!surface.equals(PUBLIC) && !surface.equals(ADMIN)) {
            return Optional.of(Map.entry(paths.get(0), "Its surface \"" + surface + "\" is neither public nor admin."));
        }
        return paths.stream()
                .filter(path -> !PATH.matcher(path).matches())
                .findFirst()
                .map(path -> Map.entry(path, "\"" + path + "\" is not a path."));
    }

    Declaration withMethods(Set<String> found) {
        return new Declaration(paths, surface, raw, found, maxBody, guarded, compressed, bundle, bundleId);
    }

    private static List<String> texts(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        Stream<?> values = value instanceof Object[] array
                ? Stream.of(array)
                : value instanceof Collection<?> collection ? collection.stream() : Stream.of(value);
        return values.map(String::valueOf).toList();
    }
}
