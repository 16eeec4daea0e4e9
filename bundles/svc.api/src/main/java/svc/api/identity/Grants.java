package svc.api.identity;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Grants accounts access to data of other accounts. The calling code must first check that the owner of the data
 * agrees.
 *
 * <p>Threading: thread-safe; when a method returns, the change is durable and in effect.
 */
@ProviderType
public interface Grants {

    /**
     * Grants an account access to the data of one capability in another account. Replaces an earlier grant for this
     * capability.
     *
     * @throws IllegalArgumentException the two accounts are the same, or of different tenants
     */
    void grant(long owner, long grantee, String capability, Access access);

    /** Revokes a grant; does nothing if it does not exist. */
    void revoke(long owner, long grantee, String capability);
}
