package svc.admin.rest;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import svc.admin.operations.PathTemplate;
import svc.api.operation.AdminRoute;
import svc.api.operation.Operations.Declaration;

/** Finds the operations of a path. */
final class AdminRoutes {

    private AdminRoutes() {}

    /**
     * The operations of one path.
     *
     * @param byMethod the operations by HTTP method, sorted
     * @param arguments the arguments in the path, by HTTP method
     * @param statuses the status codes of success, by HTTP method
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

    /** Returns the operations of a percent-encoded path below {@code /admin/v1}, or empty if the path is unknown. */
    static Optional<Place> find(Collection<Declaration> declarations, String rawPath) {
        if (!rawPath.startsWith("/")) {
            return Optional.empty();
        }
        List<String> path = Arrays.stream(rawPath.substring(1).split("/", -1))
                .map(PercentDecoder::segment)
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
            for (AdminRoute route : declaration.routes()) {
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
