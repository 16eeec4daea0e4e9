package svc.api.push;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/**
 * The states of the data outside of the users' own accounts of which clients are notified: the accounts that are shared
 * with a user and in which the user follows something, and the data of the user's tenant. If the configuration does not
 * permit this, there are no such states.
 *
 * <p>Thread-safe. The methods must not be called inside a read or a write of the store.
 */
@ProviderType
public interface SharedStates {

    /** Returns the names of the types whose states a caller can receive at present. */
    Set<String> types(Caller caller);

    /**
     * Follows the states for a caller.
     *
     * @param wanted the types to follow
     * @param onChange called after the result of {@link Follower#states} has changed; must return quickly
     */
    Follower follow(Caller caller, Predicate<String> wanted, Runnable onChange);

    /** Follows the states until it is closed. */
    @ProviderType
    interface Follower extends AutoCloseable {

        /** Returns the current states. After a share was revoked, the result does not contain the account. */
        States states();

        @Override
        void close();
    }

    /**
     * States as {@code /get} returns them.
     *
     * @param byAccount the states by account id and type
     */
    record States(Map<String, Map<String, String>> byAccount) {

        /** No states. */
        public static final States NONE = new States(Map.of());

        /** Returns the states that are not among the states that a client has received. */
        public States without(States received) {
            Map<String, Map<String, String>> changed = new TreeMap<>();
            byAccount.forEach((account, states) -> {
                Map<String, String> rest = new TreeMap<>(states);
                rest.entrySet()
                        .removeAll(received.byAccount
                                .getOrDefault(account, Map.of())
                                .entrySet());
                if (!rest.isEmpty()) {
                    changed.put(account, rest);
                }
            });
            return new States(changed);
        }

        /** Returns a hash that is different for other states; 0 for none. */
        public long hash() {
            if (byAccount.isEmpty()) {
                return 0;
            }
            Map<String, Map<String, String>> sorted = new TreeMap<>();
            byAccount.forEach((account, states) -> sorted.put(account, new TreeMap<>(states)));
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256")
                        .digest(sorted.toString().getBytes(StandardCharsets.UTF_8));
                return ByteBuffer.wrap(digest).getLong();
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }
}
