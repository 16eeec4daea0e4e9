package svc.api.shared;

import java.time.Instant;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Keys that can be used once, for example the identifiers of proofs. Whatever process of the server registers a key
 * first, every other registration of the key is refused. A restart may forget the keys.
 *
 * <p>Thread-safe. Lifecycle: the service exists from the start of the server. Do not call it inside a transaction.
 */
@ProviderType
public interface OnceKeys {

    /** The result of a registration. */
    enum Result {
        /** The key was not used before. */
        FIRST,
        /** The key was used before, or its time is over. */
        USED,
        /** There is no room for the key. No other key is forgotten to make room, because it could be used again. */
        FULL
    }

    /**
     * Registers the use of a key.
     *
     * @param realm the kind of keys; keys of different realms are different
     * @param owner the party that chose the key; keys of different owners are different, and the number of keys of one
     *     owner is limited
     * @param key the key
     * @param until the time from which the key could not be used anyway; from then on it is forgotten
     */
    Result register(String realm, String owner, String key, Instant until);
}
