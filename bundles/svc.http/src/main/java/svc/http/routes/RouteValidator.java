package svc.http;

import java.util.Optional;
import java.util.function.Function;
import svc.api.http.Listeners.RefusedRoute;

/** Why a route is not mounted, in plain words. */
final class RouteRefusals {

    private RouteRefusals() {}

    /** Looks at a declaration; {@code owner} tells which bundle has a path. */
    static Optional<RefusedRoute> of(Declaration declaration, Function<String, Optional<String>> owner) {
        Optional<RefusedRoute> flaw = declaration
                .flaw()
                .map(found -> new RefusedRoute(
                        found.getKey(),
                        declaration.bundle(),
                        declaration.bundleId(),
                        Optional.empty(),
                        "A route of bundle " + declaration.bundle() + " is not well declared. " + found.getValue(),
                        "Correct svc.http.path: exact, such as /notes, or ending with /*."));
        return flaw.isPresent() ? flaw : conflict(declaration, owner);
    }

    private static Optional<RefusedRoute> conflict(Declaration declaration, Function<String, Optional<String>> owner) {
        for (String path : declaration.paths()) {
            Optional<String> other = ReadyGate.PATHS.contains(path) ? Optional.of("svc.http") : owner.apply(path);
            if (other.isPresent()) {
                return Optional.of(new RefusedRoute(
                        path,
                        declaration.bundle(),
                        declaration.bundleId(),
                        other,
                        "The path " + path + " of bundle " + declaration.bundle() + " is already taken by bundle "
                                + other.get() + ".",
                        "Remove one of the two bundles, or have one changed to use another path."));
            }
        }
        return Optional.empty();
    }

    static RefusedRoute failed(Declaration declaration) {
        return new RefusedRoute(
                declaration.paths().get(0),
                declaration.bundle(),
                declaration.bundleId(),
                Optional.empty(),
                "The servlet of bundle " + declaration.bundle() + " at "
                        + declaration.paths().get(0) + " failed to start.",
                "See the log for its error, then correct or remove the bundle.");
    }
}
