package svc.api.jmap;

import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;

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

    /** Returns whether a bundle offers a capability, given the id of the bundle in the framework. */
    boolean isOfferedBy(long bundleId, String urn);

    /**
     * Returns the URN that prevents a tenant from using a capability. Empty if the tenant can use the capability; the
     * sessions of its accounts then list it. The returned URN is one of these:
     * <ul>
     * <li>the capability itself, or a capability that it requires: no bundle offers it, or it is not enabled for the
     * tenant ({@code Directory.isEnabled});
     * <li>a capability that it implies: it is not enabled for the tenant;
     * <li>a capability of {@link Capability#sharedWith}: the tenant can use none of these capabilities.
     * </ul>
     */
    Optional<String> obstacle(String organization, String urn);

    /** Returns whether an account may use a capability ({@link Capability#isAvailableTo}) if its tenant can use it. */
    boolean isAvailableTo(Account account, String urn);
}
