package svc.extensions;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/** Whether a bundle mounts a path that another one mounted first. The first stays, so the other must go. */
final class RouteConflicts {

    private static final String PATH = "svc.http.path";

    private final BundleContext context;

    RouteConflicts(BundleContext context) {
        this.context = context;
    }

    Optional<Verdict> of(Bundle bundle) {
        ServiceReference<?>[] own = bundle.getRegisteredServices();
        if (own == null) {
            return Optional.empty();
        }
        for (ServiceReference<?> mine : own) {
            Set<String> paths = paths(mine);
            for (ServiceReference<?> other : paths.isEmpty() ? List.<ServiceReference<?>>of() : routes()) {
                Optional<String> shared =
                        paths(other).stream().filter(paths::contains).findFirst();
                Bundle owner = other.getBundle();
                if (shared.isPresent() && owner != null && !owner.equals(bundle) && id(other) < id(mine)) {
                    return Optional.of(Verdict.refused(
                            "Its HTTP route " + shared.get() + " is already taken by the bundle "
                                    + owner.getSymbolicName() + ".",
                            "Keep one of the two: `svc bundle remove NAME` takes a bundle away."));
                }
            }
        }
        return Optional.empty();
    }

    private List<ServiceReference<?>> routes() {
        try {
            ServiceReference<?>[] found = context.getAllServiceReferences(null, "(" + PATH + "=*)");
            return found == null ? List.of() : Arrays.asList(found);
        } catch (org.osgi.framework.InvalidSyntaxException e) {
            throw new IllegalStateException("the filter is a constant", e);
        }
    }

    private static long id(ServiceReference<?> reference) {
        return reference.getProperty(Constants.SERVICE_ID) instanceof Long id ? id : Long.MAX_VALUE;
    }

    private static Set<String> paths(ServiceReference<?> reference) {
        Object value = reference.getProperty(PATH);
        if (value instanceof String[] several) {
            return new HashSet<>(Arrays.asList(several));
        }
        return value instanceof String one ? Set.of(one) : Set.of();
    }
}
