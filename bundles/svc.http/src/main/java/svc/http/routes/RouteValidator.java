package svc.http.routes;

import java.util.Optional;
import java.util.function.Function;
import svc.api.http.HttpServerInfo.FailedRoute;
import svc.http.config.RouteDeclaration;
import svc.http.handlers.ReadinessHandler;

/** Checks whether a route can be mounted. */
final class RouteValidator {

    private RouteValidator() {}

    /**
     * Returns the reason why a route cannot be mounted; empty if it can be mounted.
     *
     * @param owner returns the bundle that has claimed a path
     */
    static Optional<FailedRoute> of(RouteDeclaration declaration, Function<String, Optional<String>> owner) {
        Optional<FailedRoute> problem = declaration
                .problem()
                .map(found -> new FailedRoute(
                        found.getKey(),
                        declaration.bundle(),
                        declaration.bundleId(),
                        Optional.empty(),
                        "A route of bundle " + declaration.bundle() + " has an invalid declaration. "
                                + found.getValue(),
                        "Set svc.http.path to an exact path, such as /notes, or to a prefix that ends with /*."));
        return problem.isPresent() ? problem : conflict(declaration, owner);
    }

    private static Optional<FailedRoute> conflict(
            RouteDeclaration declaration, Function<String, Optional<String>> owner) {
        for (String path : declaration.paths()) {
            Optional<String> other =
                    ReadinessHandler.PATHS.contains(path) ? Optional.of("svc.http") : owner.apply(path);
            if (other.isPresent()) {
                return Optional.of(new FailedRoute(
                        path,
                        declaration.bundle(),
                        declaration.bundleId(),
                        other,
                        "The path " + path + " of bundle " + declaration.bundle() + " is already taken by bundle "
                                + other.get() + ".",
                        "Remove one of the two bundles, or ask the author of one to change its path."));
            }
        }
        return Optional.empty();
    }

    static FailedRoute failed(RouteDeclaration declaration) {
        return new FailedRoute(
                declaration.paths().get(0),
                declaration.bundle(),
                declaration.bundleId(),
                Optional.empty(),
                "The servlet of bundle " + declaration.bundle() + " at "
                        + declaration.paths().get(0) + " failed to start.",
                "See the log for its error, then correct or remove the bundle.");
    }
}
