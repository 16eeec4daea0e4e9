package svc.api.push;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.store.State;

/**
 * Push states (RFC 8620 §7.3, RFC 8887 §4.3.5.1) from and to their text, which clients must not look into. One code writes them
 * for every transport, so that a client may carry one from one to the other.
 *
 * <p>Threading: any thread.
 */
@ProviderType
public interface PushStates {

    /** The most characters that what else a text says may have; of one with more nothing can be read again. */
    int LONGEST_REST = 400;

    /**
     * The text of one.
     *
     * @param rest what else its writer wants to find again: letters, digits and {@code : . _ ~ -}; others take no notice of it; one that is
     *     too long to be read again is left out
     */
    String text(Caller caller, State reached, Optional<String> rest);

    /**
     * What a text says. Empty when it says nothing to this caller: when it is none, of another account, or when other types were
     * shown at that time, for what became of those that were hidden was told to nobody.
     */
    Optional<Reached> read(Caller caller, String text);

    /**
     * How far a client was told of its own account.
     *
     * @param state everything up to here, of all types
     * @param rest what else the writer of the text put in
     */
    record Reached(State state, Optional<String> rest) {}
}
