package svc.admin;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Route;

/** Finds the operation that a path means. */
final class AdminRoutes {

    private AdminRoutes() {}

    /**
     * What stands at a path.
     *
     * @param byMethod the operations by their HTTP method, sorted
     * @param arguments those in the path
     * @param statuses what success answers
     */
    record Place(
            SortedMap<String, Declaration> byMethod,
            Map<String, Map<String, Object>> arguments,
            Map<String, Integer> statuses) {

        int status(String method) {
            return statuses.getOrDefault(method, 200);
        }

        String allow() {
            return String.join(", ", byMethod.keySet());
        }
    }

    /** The place of a path below {@code /admin/v1}, as it came over the wire. */
    static Optional<Place> find(Collection<Declaration> declarations, String rawPath) {
        if (!rawPath.startsWith("/")) {
            return Optional.empty();
        }
        List<String> path = Arrays.stream(rawPath.substring(1).split("/", -1))
                .map(Percent::segment)
                .toList();
        Optional<PathTemplate> best = declarations.stream()
                .flatMap(declaration -> declaration.routes().stream())
                .map(route -> PathTemplate.of(route.path()))
                .filter(template -> template.match(path).isPresent())
                .min(PathTemplate::compareTo);
        return best.map(template -> place(declarations, template, path));
    }

    private static Place place(Collection<Declaration> declarations, PathTemplate best, List<String> path) {
        SortedMap<String, Declaration> byMethod = new TreeMap<>();
        Map<String, Map<String, Object>> arguments = new TreeMap<>();
        Map<String, Integer> statuses = new TreeMap<>();
        for (Declaration declaration : declarations) {
            for (Route route : declaration.routes()) {
                PathTemplate template = PathTemplate.of(route.path());
                if (template.equals(best)) {
                    byMethod.put(route.method(), declaration);
                    arguments.put(route.method(), template.match(path).orElseGet(Map::of));
                    statuses.put(route.method(), route.status());
                }
            }
        }
        return new Place(byMethod, arguments, statuses);
    }
}
