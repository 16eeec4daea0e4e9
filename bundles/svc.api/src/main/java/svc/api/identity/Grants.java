package svc.api.identity;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Keeps who may reach whose account. For the parts that let people share; whoever calls this has made sure that the owner
 * wants it.
 *
 * <p>Threading: any thread; when a method returns, the change is durable and in force.
 */
@ProviderType
public interface Grants {

    /**
     * Lets an account reach another one's data of one capability, in place of what was granted before.
     *
     * @throws IllegalArgumentException when the two are one account or not of one organization
     */
    void grant(long owner, long grantee, String capability, Access access);

    /** Takes a grant back; one that is not there is fine. */
    void revoke(long owner, long grantee, String capability);
}
