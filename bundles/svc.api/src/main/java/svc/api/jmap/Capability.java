package svc.api.jmap;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Access;

/**
 * Something the server can do, known to clients by its URN. While it is registered as a service it stands in every session,
 * and clients may name it in {@code using}; when it goes, it is gone. Two services with one URN are a conflict: the first
 * stays, the second is refused in words.
 *
 * <p>Threading: any thread, several at once. What the methods answer is kept for as long as the service is registered and
 * its properties stand still; to change it, change a property of the service.
 */
@ConsumerType
public interface Capability {

    /** The URN, {@code urn:example:params:jmap:todo}. */
    String urn();

    /** The object under {@code capabilities} in the session: plain values. */
    default Map<String, @Nullable Object> sessionObject() {
        return Map.of();
    }

    /**
     * Members of that object that say where a WebSocket is: the name of the member, and the path as {@code HttpRoute} has it. The
     * client is told a whole URL, by the name under which it reaches the server.
     */
    default Map<String, String> sockets() {
        return Map.of();
    }

    /** The object under {@code accountCapabilities} of an account: plain values. */
    default Map<String, @Nullable Object> accountObject() {
        return Map.of();
    }

    /** The same of an account in which the caller may do this much with it. */
    default Map<String, @Nullable Object> accountObject(Access access) {
        return accountObject();
    }

    /** Whether it has to do with accounts at all; one that has not stands in no {@code accountCapabilities}. */
    default boolean inAccounts() {
        return true;
    }

    /**
     * Whether it goes along with whatever else is shared: it has nothing of its own that could be, and is in every account that
     * the caller reaches. Changing is allowed there when anything may be changed.
     */
    default boolean inSharedAccounts() {
        return false;
    }

    /**
     * Capabilities whose shares it goes along with, because what it adds belongs to their objects: who may read or change what one
     * of them has in an account may do so by its methods too. Where an organization has none of them, it has this one neither.
     */
    default Set<String> goesWith() {
        return Set.of();
    }

    /** The URNs of other capabilities whose methods this one also unlocks. */
    default Set<String> covers() {
        return Set.of();
    }
}
