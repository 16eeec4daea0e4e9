package svc.extensions.framework;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.annotations.Component;

/**
 * Keeps the bundles of the server independent of extensions: no bundle of the server is wired to a package or a
 * fragment of an extension. Therefore installing or removing an extension never restarts a part of the server.
 *
 * <p>Also prevents extensions from using the packages {@code svc.api.engine} and {@code svc.api.backup}, by any kind of
 * requirement.
 */
@Component(
        service = {ResolverHookFactory.class, CoreResolverHook.class},
        immediate = true)
public final class CoreResolverHook implements ResolverHookFactory, ResolverHook {

    /** The prefix of an extension's bundle location; the file name follows. */
    public static final String LOCATION = "extension:";

    /** The packages that only the server may use, because code with access to them can read the data of any account. */
    static final Set<String> ENGINE_ONLY = Set.of("svc.api.engine", "svc.api.backup");

    public static boolean isExtension(Bundle bundle) {
        return bundle.getLocation().startsWith(LOCATION);
    }

    /** Returns the bundle location of a jar in the folder of extensions. */
    public static String location(Path file) {
        return LOCATION + file.getFileName();
    }

    @Override
    public ResolverHook begin(Collection<BundleRevision> triggers) {
        return this;
    }

    @Override
    public void filterMatches(BundleRequirement requirement, Collection<BundleCapability> candidates) {
        boolean extension = isExtension(requirement.getRevision().getBundle());
        if (!extension) {
            candidates.removeIf(offer -> isExtension(offer.getRevision().getBundle()));
        } else if (requirement.getNamespace().equals(HostNamespace.HOST_NAMESPACE)) {
            candidates.removeIf(offer -> !isExtension(offer.getRevision().getBundle()));
        } else {
            candidates.removeIf(CoreResolverHook::engineOnly);
        }
    }

    /**
     * Returns whether the capability gives access to {@link #ENGINE_ONLY}: one of the packages, or a bundle that exports
     * one.
     */
    static boolean engineOnly(BundleCapability offer) {
        boolean whole = offer.getNamespace().equals(BundleNamespace.BUNDLE_NAMESPACE);
        return whole
                ? offer.getRevision().getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE).stream()
                        .anyMatch(CoreResolverHook::engineOnly)
                : ENGINE_ONLY.contains(String.valueOf(offer.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)));
    }

    @Override
    public void filterResolvable(Collection<BundleRevision> candidates) {
        // Every bundle may be resolved.
    }

    @Override
    public void filterSingletonCollisions(
            BundleCapability singleton, Collection<BundleCapability> collisionCandidates) {
        // Bundles with equal symbolic names are refused before they are installed.
    }

    @Override
    public void end() {
        // No state is kept between two resolve processes.
    }
}
