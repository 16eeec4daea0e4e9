package svc.api.jmap;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;

/**
 * A JMAP capability of the server, identified by its URN (RFC 8620 §2). While it is registered as a service, every
 * session lists it and clients may name it in {@code using}. Two services with one URN are a conflict: the first stays,
 * the second is rejected with a log message.
 *
 * <p>Thread-safe: methods may be called from several threads at once. The results are cached as long as the service is
 * registered and its properties are unchanged. If a result has changed, change a service property, so that the server
 * reads the results again.
 */
@ConsumerType
public interface Capability {

    /** Returns the URN, for example {@code urn:example:params:jmap:todo}. */
    String urn();

    /**
     * Returns the URNs of earlier releases. No session lists them. A client that names one of them in {@code using}
     * gets the same answer as for {@link #urn()}.
     */
    default Set<String> formerUrns() {
        return Set.of();
    }

    /**
     * Returns the names of types that have a state and no objects, such as {@code EmailDelivery} (RFC 8621 §1.5). There
     * are no methods for such a type; clients are notified when {@code Transaction.touched} raises its state.
     */
    default Set<String> pushOnlyTypes() {
        return Set.of();
    }

    /** Returns the object under {@code capabilities} in the session, as plain values ({@link svc.api.json.Json}). */
    default Map<String, @Nullable Object> sessionObject() {
        return Map.of();
    }

    /**
     * Returns the members of {@link #sessionObject} that hold WebSocket URLs: the name of each member and its path in
     * the form of {@code HttpRoute}. The session shows a complete URL with the host name that the client used.
     */
    default Map<String, String> webSocketUrls() {
        return Map.of();
    }

    /** Returns the object under {@code accountCapabilities} of an account: plain values. */
    default Map<String, @Nullable Object> accountObject() {
        return Map.of();
    }

    /** Returns the object under {@code accountCapabilities} of an account in which the caller has the given access. */
    default Map<String, @Nullable Object> accountObject(Access access) {
        return accountObject();
    }

    /**
     * Returns the object under {@code accountCapabilities} of an account, if it depends on who looks. Called whenever a
     * session is composed.
     *
     * @param caller the caller's own account
     * @param account the account
     * @return null for the object of {@link #accountObject(Access)}
     */
    default @Nullable Map<String, @Nullable Object> accountObject(Account caller, AccessibleAccount account) {
        return null;
    }

    /**
     * Returns whether sessions list the capability and clients may name it in {@code using}. If not, it is only a key in
     * {@code accountCapabilities} (RFC 9670 §1.5.2).
     */
    default boolean isSessionCapability() {
        return true;
    }

    /**
     * Returns whether an account may use the capability. The session of another account does not list it, and a request
     * of another account gets the same answer as for a URN that no bundle offers.
     *
     * <p>Called for each request that names the capability. Sessions are composed again when the tenant of the account
     * has changed.
     */
    default boolean isAvailableTo(Account caller) {
        return true;
    }

    /** Returns whether the capability applies to accounts. If not, no {@code accountCapabilities} lists it. */
    default boolean isAccountCapability() {
        return true;
    }

    /**
     * Returns whether the capability is available in every account that the caller can access, because the capability
     * has no data of its own that could be shared. In an account of which only containers are shared, it is available to
     * read, if all its methods support shared containers.
     */
    default boolean appliesToSharedAccounts() {
        return false;
    }

    /**
     * Returns the URNs of the capabilities whose sharing rights also apply to this one: read or write access to one of
     * them in an account grants the same access to this capability. A tenant that has none of these capabilities does
     * not have this capability either.
     */
    default Set<String> sharedWith() {
        return Set.of();
    }

    /**
     * Returns the URNs of the capabilities that this capability needs. A tenant can use this capability only if a
     * bundle offers each of them, and each is enabled for the tenant. Unlike {@link #sharedWith}, this method has no
     * effect on sharing.
     */
    default Set<String> requires() {
        return Set.of();
    }

    /**
     * Returns the URNs of other capabilities whose methods this capability also enables. A tenant for which one of them
     * is disabled cannot use this capability.
     */
    default Set<String> implies() {
        return Set.of();
    }
}
