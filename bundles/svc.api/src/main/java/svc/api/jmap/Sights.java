package svc.api.jmap;

import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.store.Scope;
import svc.api.store.State;

/**
 * What callers can read, for those who tell them that something has changed: nobody may hear of what they cannot ask for.
 *
 * <p>Threading: any thread; answers from memory whenever it can.
 */
@ProviderType
public interface Sights {

    /** The accounts that a caller can read something of: the own one first, then the shared ones in the order of their ids. */
    List<Seen> of(Caller caller);

    /** A number that moves whenever the answer to {@link #of} may be another one for accounts of an organization. */
    long stamp(String organization);

    /**
     * An account as a caller sees it.
     *
     * @param scope its data
     * @param accountId the id by which the caller knows it
     * @param types the names of the types that the caller can read there
     * @param mark what follows the text of a state there; it moves with the shares, and with it every state
     */
    record Seen(Scope scope, String accountId, Set<String> types, String mark) {

        /** Copies the set. */
        public Seen {
            types = Set.copyOf(types);
        }

        /** A state as a {@code /get} would tell it. */
        public String text(State state) {
            return state + mark;
        }
    }
}
