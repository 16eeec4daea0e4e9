package svc.extensions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/** What a bundle wants from others before it can be resolved, and who has it. */
final class Wiring {

    private static final String BRING = "Put the bundle that brings it into extensions/ too.";

    private final BundleContext context;
    private final FrameworkWiring framework;

    Wiring(BundleContext context) {
        this.context = context;
        this.framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
    }

    /** Resolves; empty when all is well, else what it waits for. */
    Optional<Verdict> resolve(Bundle bundle) throws Refusal {
        checkExports(bundle);
        List<BundleRequirement> needs = mandatory(bundle);
        for (BundleRequirement need : needs) {
            checkEngineOnly(need);
            if (framework.findProviders(need).isEmpty()) {
                return Optional.of(missing(need));
            }
        }
        if (framework.resolveBundles(List.of(bundle))) {
            return Optional.empty();
        }
        for (BundleRequirement need : needs) {
            Optional<Bundle> stuck = unresolvedProvider(need);
            if (stuck.isPresent()) {
                return Optional.of(Verdict.waiting(
                        "It waits for " + Wanted.of(need).words() + " of the bundle "
                                + stuck.get().getSymbolicName() + ", which is not ready itself.",
                        "Look at `svc bundle explain " + stuck.get().getSymbolicName() + "`."));
            }
        }
        throw new Refusal(
                "The packages it needs do not fit together: two bundles bring different copies of the same one.",
                "Ask its author for a version that is built against the packages of this server.");
    }

    /** The other bundles that use packages of these, and these. */
    Collection<Bundle> users(Bundle bundle) {
        return framework.getDependencyClosure(List.of(bundle));
    }

    /** Gives the packages of these bundles anew; the listener hears when that is done. */
    void refresh(Collection<Bundle> bundles, FrameworkListener done) {
        framework.refreshBundles(bundles, done);
    }

    private void checkExports(Bundle bundle) throws Refusal {
        for (BundleCapability offered : revision(bundle).getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
            String name = String.valueOf(offered.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE));
            if (name.startsWith("svc.api.")) {
                throw new Refusal(
                        "It brings its own copy of the server's package " + name + ".",
                        "Ask its author to build it without that copy: svc.api is provided by the server.");
            }
        }
    }

    private void checkEngineOnly(BundleRequirement need) throws Refusal {
        boolean asked = Arrays.stream(context.getBundles())
                .map(bundle -> bundle.adapt(BundleRevision.class))
                .filter(Objects::nonNull)
                .flatMap(revision -> revision.getDeclaredCapabilities(need.getNamespace()).stream())
                .anyMatch(offer -> CoreIsolation.engineOnly(offer) && need.matches(offer));
        if (asked) {
            throw new Refusal(
                    "It wants " + Wanted.of(need).words()
                            + ", and with it the key to the data of every account, which is for the server's engine alone.",
                    "Ask its author to take scopes from Call.scope, and to import single packages of svc.api.");
        }
    }

    private Verdict missing(BundleRequirement need) throws Refusal {
        Wanted wanted = Wanted.of(need);
        if (wanted.isJava()) {
            throw javaLevel(need);
        }
        List<String> offered = wanted.isPackage() ? offered(wanted.name()) : List.of();
        String here = offered.isEmpty() ? "nobody here brings" : "only " + String.join(", ", offered) + " is here";
        if (wanted.isContract()) {
            throw new Refusal(
                    "It is built for " + wanted.words() + " of the server's contract, but "
                            + (offered.isEmpty() ? "this server does not have it" : here) + ".",
                    "Use a version of the bundle that is built for this server, or update the server.");
        }
        String reason = "It waits for " + wanted.words() + ", which "
                + (offered.isEmpty() ? here : "no bundle here brings: " + here) + ".";
        return Verdict.waiting(reason, BRING);
    }

    private Refusal javaLevel(BundleRequirement need) {
        String filter = need.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
        java.util.regex.Matcher version =
                java.util.regex.Pattern.compile("version=(?:1\\.)?(\\d+)").matcher(filter);
        int here = Runtime.version().feature();
        return version.find()
                ? ClassLevel.wrong(Integer.parseInt(version.group(1)), here)
                : new Refusal(
                        "It is made for a kind of Java that this server does not run on: " + filter + ".",
                        "Use a version of the bundle for Java " + here + ".");
    }

    /** The versions in which a package is there. */
    private List<String> offered(String packageName) {
        List<String> versions = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            BundleRevision revision = bundle.adapt(BundleRevision.class);
            if (revision == null) {
                continue;
            }
            for (BundleCapability offered : revision.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
                if (packageName.equals(offered.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE))) {
                    versions.add(String.valueOf(offered.getAttributes().get(Constants.VERSION_ATTRIBUTE)));
                }
            }
        }
        return versions.stream().distinct().sorted().toList();
    }

    private Optional<Bundle> unresolvedProvider(BundleRequirement need) {
        List<Bundle> providers = framework.findProviders(need).stream()
                .map(capability -> capability.getRevision().getBundle())
                .toList();
        boolean noneReady = providers.stream().noneMatch(bundle -> bundle.getState() != Bundle.INSTALLED);
        return noneReady ? providers.stream().findFirst() : Optional.empty();
    }

    private static List<BundleRequirement> mandatory(Bundle bundle) {
        return revision(bundle).getDeclaredRequirements(null).stream()
                .filter(need -> Arrays.asList(null, Constants.EFFECTIVE_RESOLVE)
                        .contains(need.getDirectives().get(Constants.EFFECTIVE_DIRECTIVE)))
                .filter(need -> Arrays.asList(null, Constants.RESOLUTION_MANDATORY)
                        .contains(need.getDirectives().get(Constants.RESOLUTION_DIRECTIVE)))
                .toList();
    }

    private static BundleRevision revision(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null) {
            throw new IllegalStateException(bundle + " is uninstalled");
        }
        return revision;
    }
}
