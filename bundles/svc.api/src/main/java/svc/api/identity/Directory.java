package svc.api.identity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Snapshot;

/**
 * Organizations, accounts, and who reaches whom. No answer ever crosses the border of an organization.
 *
 * <p>Threading: any thread; answers from memory whenever it can, and never with what is out of date. Lifecycle: present once
 * the schema is migrated.
 */
@ProviderType
public interface Directory {

    /** All accounts that a caller can reach: the own one first, then the shared ones in the order of their ids. */
    List<Reach> reach(Caller caller);

    /** One of them by its id; empty for an id that the caller cannot reach, whether it exists or not. */
    default Optional<Reach> reach(Caller caller, String id) {
        return reach(caller).stream().filter(reach -> reach.id().equals(id)).findFirst();
    }

    /** The URNs of the capabilities that are switched off for an organization by name. */
    Set<String> switchedOff(String organization);

    /** Whether an organization has a capability: it is not switched off, and the plan of the organization holds it. */
    default boolean allows(String organization, String urn) {
        return !switchedOff(organization).contains(urn);
    }

    /**
     * A number that moves with every change of an organization: its accounts, its shares, its switches. What was derived
     * from the answers above holds for as long as it stands still.
     */
    long version(String organization);

    /**
     * Whether a caller who was let in may still go on: the sign-in has not ended, and neither account nor organization is kept
     * out. Whoever serves somebody for long asks again when {@link #version} has moved.
     */
    default boolean present(Caller caller) {
        return true;
    }

    /**
     * Until when a caller who was let in may go on without showing anything anew: a sign-in lasts as long as its newest token.
     * Empty for one who may not go on at all; {@link Instant#MAX} where nothing runs out.
     */
    default Optional<Instant> until(Caller caller) {
        return present(caller) ? Optional.of(Instant.MAX) : Optional.empty();
    }

    /**
     * How many bytes the account of a snapshot may keep: its own quota, or that of its organization's plan; empty for no limit.
     * May be asked inside a transaction; what follows from the answer holds for as long as {@link #version} stands still.
     */
    default OptionalLong quota(Snapshot snapshot) {
        return OptionalLong.empty();
    }

    /** The number of an account by its address. */
    OptionalLong find(String email);

    /** Where an address leads, further addresses and those with a detail ({@code ann+news@…}, RFC 5233) among them. */
    Whereabouts whereabouts(String address);

    /** All addresses of an account, the one that it signs in with first; none of one that is not there. */
    List<String> addresses(Account account);

    /**
     * All accounts in the order of their numbers, for work that is done for each of them.
     *
     * @param after the number of the last one that is known; 0 at the beginning
     * @param most how many there are at most
     */
    List<Account> accounts(long after, int most);
}
