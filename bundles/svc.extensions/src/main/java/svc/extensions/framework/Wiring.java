package svc.extensions.framework;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import svc.extensions.jar.ClassFileVersion;
import svc.extensions.status.Causes;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.RefusedException;

/** Resolves bundles, and describes the requirements that are not met. */
public final class Wiring {

    /** The start level of extensions. */
    public static final int LEVEL = 60;

    private static final String BRING = "Put the bundle that provides it into extensions/, too.";

    private final BundleContext context;
    private final FrameworkWiring framework;

    public Wiring(BundleContext context) {
        this.context = context;
        this.framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
    }

    /**
     * Installs a jar by copying it into the framework, so that the file may change or disappear while its classes are
     * in use.
     *
     * @param server whether a server runs. In a console command, the bundle keeps its initial start level, because the
     *     framework stays below the start level of extensions
     */
    public Bundle install(Path file, boolean server) throws RefusedException {
        try (InputStream in = Files.newInputStream(file)) {
            Bundle fresh = context.installBundle(CoreResolverHook.location(file), in);
            if (server) {
                fresh.adapt(BundleStartLevel.class).setStartLevel(LEVEL);
            }
            return fresh;
        } catch (BundleException e) {
            throw new RefusedException(
                    "Its manifest cannot be used: " + Causes.brief(e) + ".", "Ask its author for a sound version.");
        } catch (IOException e) {
            throw new RefusedException(
                    "The file cannot be read: " + Causes.brief(e) + ".", "Copy it to the folder again.");
        }
    }

    /**
     * Resolves a bundle. Returns empty on success, otherwise the status, which names the requirement that is not met.
     */
    public Optional<ExtensionStatus> resolve(Bundle bundle) throws RefusedException {
        checkExports(bundle);
        List<BundleRequirement> needs = mandatory(bundle);
        if (needs.stream().anyMatch(this::isOfContract1)) {
            throw new RefusedException(
                    "It is built for svc.api 1, and this server has svc.api 2.",
                    "Use a version of the bundle for svc.api 2. Its author finds the changes in"
                            + " docs/extensions/from-1-to-2.md.");
        }
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
                return Optional.of(ExtensionStatus.waiting(
                        "It waits for " + RequirementText.of(need).words() + " of the bundle "
                                + stuck.get().getSymbolicName() + ", which is not ready itself.",
                        "Look at `svc bundle explain " + stuck.get().getSymbolicName() + "`."));
            }
        }
        throw new RefusedException(
                "The packages that it needs do not match: two bundles provide different copies of the same package.",
                "Ask its author for a version that is built against the packages of this server.");
    }

    /** Returns the bundle and all bundles that use its packages. */
    public Collection<Bundle> users(Bundle bundle) {
        return framework.getDependencyClosure(List.of(bundle));
    }

    /** Refreshes the wiring of these bundles, and waits until the refresh has ended. */
    public void refresh(Collection<Bundle> bundles) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        framework.refreshBundles(bundles, event -> done.countDown());
        done.await();
    }

    private void checkExports(Bundle bundle) throws RefusedException {
        for (BundleCapability offered : revision(bundle).getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
            String name = String.valueOf(offered.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE));
            if (name.startsWith("svc.api.")) {
                throw new RefusedException(
                        "It contains its own copy of the server's package " + name + ".",
                        "Ask its author to build it without that copy: svc.api is provided by the server.");
            }
        }
    }

    /** Returns whether this is an import of version 1 of a package that svc.api has in a later version only. */
    private boolean isOfContract1(BundleRequirement need) {
        RequirementText wanted = RequirementText.of(need);
        return wanted.isContract()
                && wanted.versions().matches(".* below (1\\..*|2\\.0\\.0)")
                && !offered(wanted.name()).isEmpty()
                && framework.findProviders(need).isEmpty();
    }

    private void checkEngineOnly(BundleRequirement need) throws RefusedException {
        if (capabilities(need.getNamespace())
                .anyMatch(offer -> CoreResolverHook.engineOnly(offer) && need.matches(offer))) {
            throw new RefusedException(
                    "It wants " + RequirementText.of(need).words()
                            + ", and with it the key to the data of every account, which is for the server's engine alone.",
                    "Ask its author to take scopes from Call.scope, and to import single packages of svc.api.");
        }
    }

    private ExtensionStatus missing(BundleRequirement need) throws RefusedException {
        RequirementText wanted = RequirementText.of(need);
        if (wanted.isJava()) {
            throw javaLevel(need);
        }
        List<String> offered = wanted.isPackage() ? offered(wanted.name()) : List.of();
        String here = offered.isEmpty()
                ? "no bundle of this server exports"
                : "only " + String.join(", ", offered) + " is here";
        if (wanted.isContract()) {
            throw new RefusedException(
                    "It is built for " + wanted.words() + " of the server's contract, but "
                            + (offered.isEmpty() ? "this server does not have it" : here) + ".",
                    "Use a version of the bundle that is built for this server, or update the server.");
        }
        String reason = "It waits for " + wanted.words() + ", which "
                + (offered.isEmpty() ? here : "no bundle of this server exports: " + here) + ".";
        return ExtensionStatus.waiting(reason, BRING);
    }

    private RefusedException javaLevel(BundleRequirement need) {
        String filter = need.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
        Matcher version = Pattern.compile("version=(?:1\\.)?(\\d+)").matcher(filter);
        int here = Runtime.version().feature();
        return version.find()
                ? ClassFileVersion.wrong(Integer.parseInt(version.group(1)), here)
                : new RefusedException(
                        "It requires a version of Java that this server does not use: " + filter + ".",
                        "Use a version of the bundle for Java " + here + ".");
    }

    /** Returns the versions in which a package is exported. */
    private List<String> offered(String packageName) {
        return capabilities(PackageNamespace.PACKAGE_NAMESPACE)
                .map(BundleCapability::getAttributes)
                .filter(offer -> packageName.equals(offer.get(PackageNamespace.PACKAGE_NAMESPACE)))
                .map(offer -> String.valueOf(offer.get(Constants.VERSION_ATTRIBUTE)))
                .distinct()
                .sorted()
                .toList();
    }

    private Stream<BundleCapability> capabilities(String namespace) {
        return Stream.of(context.getBundles())
                .flatMap(bundle -> Stream.ofNullable(bundle.adapt(BundleRevision.class)))
                .flatMap(revision -> revision.getDeclaredCapabilities(namespace).stream());
    }

    private Optional<Bundle> unresolvedProvider(BundleRequirement need) {
        List<Bundle> providers = framework.findProviders(need).stream()
                .map(capability -> capability.getRevision().getBundle())
                .toList();
        return providers.stream()
                .findFirst()
                .filter(first -> providers.stream().allMatch(bundle -> bundle.getState() == Bundle.INSTALLED));
    }

    private static List<BundleRequirement> mandatory(Bundle bundle) {
        return revision(bundle).getDeclaredRequirements(null).stream()
                .filter(need -> is(need, Constants.EFFECTIVE_DIRECTIVE, Constants.EFFECTIVE_RESOLVE))
                .filter(need -> is(need, Constants.RESOLUTION_DIRECTIVE, Constants.RESOLUTION_MANDATORY))
                .toList();
    }

    private static boolean is(BundleRequirement need, String directive, String standard) {
        return need.getDirectives().getOrDefault(directive, standard).equals(standard);
    }

    private static BundleRevision revision(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null) {
            throw new IllegalStateException(bundle + " is uninstalled");
        }
        return revision;
    }
}
