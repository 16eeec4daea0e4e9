package svc.extensions;

import java.util.Collection;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Keeps the server's own bundles independent of extensions: none of them ever takes a package from an extension or gets a
 * fragment from one. So an extension that comes or goes never restarts a part of the server.
 *
 * <p>And keeps from extensions the one package of the contract that is for the engine alone, whichever way they ask for it.
 */
@Component(
        service = {ResolverHookFactory.class, CoreIsolation.class},
        immediate = true)
public final class CoreIsolation implements ResolverHookFactory, ResolverHook {

    /** All that an extension's location begins with; the rest is its file name. */
    static final String LOCATION = "extension:";

    /** Whoever has this package can make the scope of any account. */
    static final String ENGINE_ONLY = "svc.api.engine";

    /** Ready at once. */
    @Activate
    public CoreIsolation() {}

    static boolean isExtension(Bundle bundle) {
        return bundle.getLocation().startsWith(LOCATION);
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
            candidates.removeIf(CoreIsolation::engineOnly);
        }
    }

    /** Whether something leads to {@link #ENGINE_ONLY}: the package itself, or the whole bundle that has it. */
    static boolean engineOnly(BundleCapability offer) {
        boolean whole = offer.getNamespace().equals(BundleNamespace.BUNDLE_NAMESPACE);
        return whole
                ? offer.getRevision().getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE).stream()
                        .anyMatch(CoreIsolation::engineOnly)
                : ENGINE_ONLY.equals(offer.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE));
    }

    @Override
    public void filterResolvable(Collection<BundleRevision> candidates) {
        // every bundle may be resolved
    }

    @Override
    public void filterSingletonCollisions(
            BundleCapability singleton, Collection<BundleCapability> collisionCandidates) {
        // two bundles with one name are refused before they meet
    }

    @Override
    public void end() {
        // nothing is kept from one resolving to the next
    }
}
