package svc.api.jmap.observe;

import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.store.Scope;

/**
 * The types that callers can read in their own account. Components that notify clients use this service, because a
 * client must not be notified of changes to types that it cannot read.
 *
 * <p>Thread-safe; answers from memory where possible.
 */
@ProviderType
public interface ReadableTypes {

    /** Returns the caller's own account with the types that the caller can read at present. */
    ReadableAccount of(Caller caller);

    /** Returns a version number that changes whenever the result of {@link #of} may change for accounts of a tenant. */
    long version(String organization);

    /**
     * An account as visible to a caller.
     *
     * @param scope the scope of the account
     * @param accountId the id of the account
     * @param types the names of the types whose states the caller can receive
     * @param pushOnlyTypes those of them that have no objects ({@code Capability.pushOnlyTypes})
     */
    record ReadableAccount(Scope scope, String accountId, Set<String> types, Set<String> pushOnlyTypes) {

        /** Copies the sets. */
        public ReadableAccount {
            types = Set.copyOf(types);
            pushOnlyTypes = Set.copyOf(pushOnlyTypes);
        }
    }
}
