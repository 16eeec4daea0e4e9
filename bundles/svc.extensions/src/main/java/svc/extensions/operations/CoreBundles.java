package svc.extensions.operations;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleRevision;
import svc.extensions.framework.ComponentStates;
import svc.extensions.status.ExtensionStatus;

/**
 * The bundles of the server and their states. A component has a fault if it failed, if it has no configuration, or if
 * it waits for a service that another component of the server declares. A component without a fault may wait for a
 * service that only an extension can provide. In a console command any component may wait, because parts of the server
 * are missing and the store is closed.
 */
final class CoreBundles {

    private static final String LOCATION = "reference:";

    private final BundleContext context;
    private final ComponentStates components;

    CoreBundles(BundleContext context, ComponentStates components) {
        this.context = context;
        this.components = components;
    }

    /** Returns all bundles of the server, ordered by name. */
    List<BundleView> rows() {
        return all().map(bundle -> BundleView.of(
                        bundle.getSymbolicName(), bundle.getVersion().toString(), "core", verdict(bundle)))
                .sorted(Comparator.comparing(BundleView::name))
                .toList();
    }

    Optional<Bundle> find(String name) {
        return all().filter(bundle -> name.equals(bundle.getSymbolicName())).findFirst();
    }

    List<String> componentsOf(Bundle bundle) {
        return components.states(bundle);
    }

    /** Returns the most severe fault as a sentence; empty when there is none. */
    Optional<String> fault() {
        return worst(all());
    }

    private Optional<String> worst(Stream<Bundle> bundles) {
        return bundles.flatMap(this::faults)
                .min(Comparator.comparing(Fault::rank))
                .map(Fault::sentence);
    }

    private ExtensionStatus verdict(Bundle bundle) {
        return worst(Stream.of(bundle))
                .map(fault -> ExtensionStatus.refused(fault, "Look into the log, then restart the server."))
                .orElse(ExtensionStatus.ACTIVE);
    }

    private Stream<Fault> faults(Bundle bundle) {
        if (!runs(bundle)) {
            return Stream.of(new Fault(1, "The server's own bundle " + bundle.getSymbolicName() + " does not run."));
        }
        return components.problems(bundle).stream().flatMap(problem -> {
            String who = "The server's own component " + problem.component();
            return switch (problem.kind()) {
                case FAILED -> Stream.of(new Fault(0, who + " failed to start: " + problem.detail() + "."));
                case CONFIGURATION -> Stream.of(new Fault(2, who + " has no configuration " + problem.detail() + "."));
                case REFERENCE ->
                    Stream.of(new Fault(3, who + " waits for the service " + problem.detail() + "."))
                            .filter(fault -> !inConsole() && isDeclared(problem.detail()));
            };
        });
    }

    /** Returns whether a component of the server declares a service. */
    private boolean isDeclared(String service) {
        return components.declaredServices(all().toArray(Bundle[]::new)).contains(service);
    }

    private boolean inConsole() {
        return "console".equals(context.getProperty("svc.mode"));
    }

    private static boolean runs(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        boolean fragment = revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
        return fragment
                ? bundle.getState() != Bundle.INSTALLED
                // STARTING is the state of bundles with lazy activation.
                : bundle.getState() == Bundle.ACTIVE || bundle.getState() == Bundle.STARTING;
    }

    private Stream<Bundle> all() {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getLocation().startsWith(LOCATION));
    }

    private record Fault(int rank, String sentence) {}
}
