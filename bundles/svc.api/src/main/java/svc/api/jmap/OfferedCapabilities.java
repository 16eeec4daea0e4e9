package svc.api.jmap;

import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The capabilities that this server offers, before a tenant or its plan restricts them.
 *
 * <p>Thread-safe; answers from memory.
 */
@ProviderType
public interface OfferedCapabilities {

    /** Returns the URNs in {@code accountCapabilities} of an unrestricted account, sorted. */
    Set<String> accountCapabilities();

    /** Returns the URNs that can be switched per tenant: all offered capabilities except Core, sorted. */
    Set<String> switchable();

    /**
     * Returns the URN that prevents a tenant from using a capability. Empty if the tenant can use the capability; the
     * sessions of its accounts then list it. The URN is the capability itself or one that it requires, if no bundle
     * offers it or the tenant does not have it ({@code Directory.isEnabled}); one that it implies, if the tenant does
     * not have it; or one of {@link Capability#sharedWith}, if the tenant can use none of them.
     */
    Optional<String> obstacle(String organization, String urn);
}
