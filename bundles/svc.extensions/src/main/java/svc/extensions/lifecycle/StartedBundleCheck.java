package svc.extensions.lifecycle;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import svc.api.time.Clock;
import svc.extensions.framework.ComponentStates;
import svc.extensions.framework.SharedServices;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.RefusedException;

/** Determines the status of a started bundle: whether its routes and names are unique and its components work. */
final class StartedBundleCheck {
    /** A component that fails within this time after the start is defective. A later failure may be temporary. */
    private static final Duration FRESH = Duration.ofSeconds(10);

    private static final String PATH = "svc.http.path";

    private final BundleContext context;
    private final Clock clock;
    private final ComponentStates components;
    private final SharedServices shared;

    StartedBundleCheck(BundleContext context, Clock clock, ComponentStates components, SharedServices shared) {
        this.context = context;
        this.clock = clock;
        this.components = components;
        this.shared = shared;
    }

    /**
     * Returns the current status. A refusal that is returned remains until the jar changes. A refusal that is thrown is
     * caused by another bundle.
     *
     * @param since the time of the start
     */
    ExtensionStatus of(Bundle bundle, long since) throws RefusedException {
        if (bundle.getState() != Bundle.ACTIVE && bundle.getState() != Bundle.STARTING) {
            return ExtensionStatus.waiting(
                    "It was stopped by an operator.", "Start it again in `svc shell`, or restart the server.");
        }
        checkRoutes(bundle);
        shared.checkNames(bundle.getBundleId());
        boolean fresh = clock.nanos() - since < FRESH.toNanos();
        return components.problems(bundle).stream()
                .findFirst()
                .map(problem -> status(problem, fresh))
                .orElse(ExtensionStatus.ACTIVE);
    }

    private static ExtensionStatus status(ComponentStates.Problem problem, boolean fresh) {
        String component = "Its component " + problem.component();
        return switch (problem.kind()) {
            case FAILED -> {
                String reason = component + " failed to start: " + problem.detail() + ".";
                yield fresh
                        ? ExtensionStatus.refused(reason, "Ask its author; the log has the exception.")
                        : ExtensionStatus.waiting(
                                reason, "It is tried again when another bundle needs it; the log has the exception.");
            }
            case CONFIGURATION ->
                ExtensionStatus.waiting(
                        component + " waits for the configuration " + problem.detail() + ".",
                        "Look at `svc config describe` for its table, and add it to svc.toml.");
            case REFERENCE ->
                ExtensionStatus.waiting(
                        component + " waits for the service " + problem.detail() + ", which no bundle registers.",
                        "Put the bundle that offers it into extensions/ too.");
        };
    }

    /** Refuses a bundle that mounts a path that another bundle mounted before. */
    private void checkRoutes(Bundle bundle) throws RefusedException {
        ServiceReference<?>[] registered = bundle.getRegisteredServices();
        for (ServiceReference<?> own : registered == null ? new ServiceReference<?>[0] : registered) {
            Set<String> paths = paths(own);
            for (ServiceReference<?> other : paths.isEmpty() ? List.<ServiceReference<?>>of() : routes()) {
                List<String> shared =
                        paths(other).stream().filter(paths::contains).toList();
                Bundle owner = other.getBundle();
                if (!shared.isEmpty() && owner != null && !owner.equals(bundle) && id(other) < id(own)) {
                    throw new RefusedException(
                            "Its HTTP route " + shared.get(0) + " is already taken by the bundle "
                                    + owner.getSymbolicName() + ".",
                            "Remove one of the two bundles with `svc bundle remove NAME`.");
                }
            }
        }
    }

    private List<ServiceReference<?>> routes() {
        try {
            ServiceReference<?>[] found = context.getAllServiceReferences(null, "(" + PATH + "=*)");
            return found == null ? List.of() : List.of(found);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("the filter is a constant", e);
        }
    }

    private static long id(ServiceReference<?> reference) {
        return reference.getProperty(Constants.SERVICE_ID) instanceof Long id ? id : Long.MAX_VALUE;
    }

    private static Set<String> paths(ServiceReference<?> reference) {
        Object value = reference.getProperty(PATH);
        return value instanceof String[] several
                ? Stream.of(several).collect(Collectors.toSet())
                : value instanceof String one ? Set.of(one) : Set.of();
    }
}
