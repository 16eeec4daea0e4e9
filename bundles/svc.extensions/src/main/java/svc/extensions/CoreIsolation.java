package svc.extensions;

import java.util.Collection;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Keeps the server's own bundles independent of extensions: none of them ever takes a package from an extension or gets a
 * fragment from one. So an extension that comes or goes never restarts a part of the server.
 */
@Component(
        service = {ResolverHookFactory.class, CoreIsolation.class},
        immediate = true)
public final class CoreIsolation implements ResolverHookFactory, ResolverHook {

    /** All that an extension's location begins with; the rest is its file name. */
    static final String LOCATION = "extension:";

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
        }
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
