package svc.extensions;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleRevision;

/**
 * The server's own bundles, and whether they work. A component of theirs that failed or got no configuration is a fault; so
 * is one that waits for a service which another of the server's own components declares. One that waits for a service that
 * only an extension could bring waits rightly, and so does any in a process that runs one command: not all of the server is
 * there, and the store is closed.
 */
final class CoreBundles {

    private static final String LOCATION = "reference:";

    private final BundleContext context;
    private final Components components;
    private final boolean server;

    CoreBundles(BundleContext context, Components components) {
        this.context = context;
        this.components = components;
        this.server = !"console".equals(context.getProperty("svc.mode"));
    }

    /** All of them, by name. */
    List<BundleRow> rows() {
        return all().map(bundle -> BundleRow.of(
                        bundle.getSymbolicName(), bundle.getVersion().toString(), "core", verdict(bundle)))
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    Optional<Bundle> find(String name) {
        return all().filter(bundle -> name.equals(bundle.getSymbolicName())).findFirst();
    }

    List<String> componentsOf(Bundle bundle) {
        return components.states(bundle);
    }

    /** The worst that is wrong, as a sentence. */
    Optional<String> fault() {
        List<Fault> faults = all().flatMap(this::faults).sorted().toList();
        return faults.stream().findFirst().map(Fault::sentence);
    }

    private Verdict verdict(Bundle bundle) {
        return faults(bundle)
                .sorted()
                .findFirst()
                .map(fault -> Verdict.refused(fault.sentence(), "Look into the log, then restart the server."))
                .orElse(Verdict.ACTIVE);
    }

    private Stream<Fault> faults(Bundle bundle) {
        if (!runs(bundle)) {
            return Stream.of(new Fault(1, "The server's own bundle " + bundle.getSymbolicName() + " does not run."));
        }
        Set<String> own = Set.copyOf(components.declaredServices(all().toArray(Bundle[]::new)));
        return components.troubles(bundle).stream().flatMap(trouble -> {
            String who = "The server's own component " + trouble.component();
            return switch (trouble.kind()) {
                case FAILED -> Stream.of(new Fault(0, who + " failed to start: " + trouble.detail() + "."));
                case CONFIGURATION -> Stream.of(new Fault(2, who + " has no configuration " + trouble.detail() + "."));
                case REFERENCE ->
                    Stream.of(new Fault(3, who + " waits for the service " + trouble.detail() + "."))
                            .filter(fault -> server && own.contains(trouble.detail()));
            };
        });
    }

    private static boolean runs(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        boolean fragment = revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
        return fragment
                ? bundle.getState() != Bundle.INSTALLED
                // Starting: those that start when their first class is asked for.
                : bundle.getState() == Bundle.ACTIVE || bundle.getState() == Bundle.STARTING;
    }

    private Stream<Bundle> all() {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getLocation().startsWith(LOCATION));
    }

    private record Fault(int rank, String sentence) implements Comparable<Fault> {
        @Override
        public int compareTo(Fault other) {
            return Integer.compare(rank, other.rank);
        }
    }
}
