package svc.admin.operations;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A path below {@code /admin/v1} with arguments in braces.
 *
 * @param segments the parts between the slashes
 */
public record PathTemplate(List<String> segments) implements Comparable<PathTemplate> {

    public static PathTemplate of(String path) {
        return new PathTemplate(Arrays.asList(path.substring(1).split("/", -1)));
    }

    List<String> names() {
        return segments.stream()
                .filter(PathTemplate::open)
                .map(PathTemplate::name)
                .toList();
    }

    /** Returns a text that is equal for two templates that match the same paths. */
    String shape() {
        return String.join("/", segments.stream().map(s -> open(s) ? "{}" : s).toList());
    }

    /** Returns the arguments in the path, or empty if the path does not match. */
    public Optional<Map<String, Object>> match(List<String> path) {
        if (path.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (int i = 0; i < path.size(); i++) {
            String segment = segments.get(i);
            if (open(segment) && !path.get(i).isEmpty()) {
                arguments.put(name(segment), path.get(i));
            } else if (!segment.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(arguments);
    }

    /** Orders a literal segment before a segment in braces, so that {@code accounts/batch} never matches an account. */
    @Override
    public int compareTo(PathTemplate other) {
        for (int i = 0; i < Math.min(segments.size(), other.segments.size()); i++) {
            int order = Boolean.compare(open(segments.get(i)), open(other.segments.get(i)));
            if (order != 0) {
                return order;
            }
        }
        return shape().compareTo(other.shape());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PathTemplate template && shape().equals(template.shape());
    }

    @Override
    public int hashCode() {
        return shape().hashCode();
    }

    private static boolean open(String segment) {
        return segment.startsWith("{");
    }

    private static String name(String segment) {
        return segment.substring(1, segment.length() - 1);
    }
}
