package svc.api.jmap;

import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.store.Scope;

/**
 * What callers can read of their own account, for those who tell them that something has changed: nobody may hear of what they
 * cannot ask for.
 *
 * <p>Threading: any thread; answers from memory whenever it can.
 */
@ProviderType
public interface Sights {

    /** The own account as a caller sees it now. */
    Seen of(Caller caller);

    /** A number that moves whenever the answer to {@link #of} may be another one for accounts of an organization. */
    long stamp(String organization);

    /**
     * An account as a caller sees it.
     *
     * @param scope its data
     * @param accountId the id by which the caller knows it
     * @param types the names of the types that the caller can read there
     */
    record Seen(Scope scope, String accountId, Set<String> types) {

        /** Copies the set. */
        public Seen {
            types = Set.copyOf(types);
        }
    }
}
