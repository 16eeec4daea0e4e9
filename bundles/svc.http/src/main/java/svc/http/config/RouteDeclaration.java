package svc.http.config;

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
 * The declaration of a route, read from service properties; see {@link svc.api.http.HttpRoute}.
 *
 * @param methods the methods in upper case; empty for all methods
 * @param maxBody the maximum size of a request body in bytes; negative for no limit
 * @param rateLimited whether the rate limiter checks each request
 * @param compressed whether long responses are compressed
 */
public record RouteDeclaration(
        List<String> paths,
        String surface,
        boolean raw,
        Set<String> methods,
        long maxBody,
        boolean rateLimited,
        boolean compressed,
        String bundle,
        long bundleId) {

    public static final String PUBLIC = "public";
    public static final String ADMIN = "admin";

    /** The name of the listener that answers only the two paths of the {@code ReadinessHandler}. */
    public static final String HEALTH = "health";

    private static final Pattern PATH = Pattern.compile("/|/\\*|(/[^/*?#%;\\\\\\s]+)+(/|/\\*)?");

    /**
     * Reads the service properties. Accepts strings, arrays and collections, because the components of other authors
     * use different types.
     */
    public static RouteDeclaration of(Map<String, ?> properties, long standardMaxBody, String bundle, long bundleId) {
        long maxBody = properties.get("svc.http.maxBody") instanceof Number number ? number.longValue() : 0;
        return new RouteDeclaration(
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

    /** Returns the path that is invalid and the reason as a sentence; empty when the declaration is valid. */
    public Optional<Map.Entry<String, String>> problem() {
        if (paths.isEmpty()) {
            return Optional.of(Map.entry("", "It declares no path."));
        }
        if (!surface.equals(PUBLIC) && !surface.equals(ADMIN)) {
            return Optional.of(Map.entry(paths.get(0), "Its surface \"" + surface + "\" is neither public nor admin."));
        }
        return paths.stream()
                .filter(path -> !PATH.matcher(path).matches())
                .findFirst()
                .map(path -> Map.entry(path, "\"" + path + "\" is not a path."));
    }

    public RouteDeclaration withMethods(Set<String> found) {
        return new RouteDeclaration(paths, surface, raw, found, maxBody, rateLimited, compressed, bundle, bundleId);
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
