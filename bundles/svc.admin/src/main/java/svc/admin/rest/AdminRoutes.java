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
     * The operation of a path and an HTTP method.
     *
     * @param declaration the operation
     * @param arguments the arguments in the path
     * @param status the status code of success
     */
    record Match(Declaration declaration, Map<String, Object> arguments, int status) {}

    /**
     * Returns the operations of a percent-encoded path below {@code /admin/v1}, by HTTP method; none if the path is
     * unknown.
     */
    static SortedMap<String, Match> find(Collection<Declaration> declarations, String rawPath) {
        SortedMap<String, Match> matches = new TreeMap<>();
        if (!rawPath.startsWith("/")) {
            return matches;
        }
        List<String> path = Arrays.stream(rawPath.substring(1).split("/", -1))
                .map(PercentDecoder::segment)
                .toList();
        Optional<PathTemplate> best = declarations.stream()
                .flatMap(declaration -> declaration.routes().stream())
                .map(route -> PathTemplate.of(route.path()))
                .filter(template -> template.match(path).isPresent())
                .min(PathTemplate::compareTo);
        for (Declaration declaration : declarations) {
            for (AdminRoute route : declaration.routes()) {
                PathTemplate template = PathTemplate.of(route.path());
                if (best.filter(template::equals).isPresent()) {
                    Map<String, Object> arguments = template.match(path).orElseGet(Map::of);
                    matches.put(route.method(), new Match(declaration, arguments, route.status()));
                }
            }
        }
        return matches;
    }
}
