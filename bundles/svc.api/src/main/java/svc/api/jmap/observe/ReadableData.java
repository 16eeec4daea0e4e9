package svc.api.jmap.observe;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/**
 * The data outside of a caller's own account whose states the caller can read: the accounts that are shared with the
 * caller, and the data of the caller's tenant.
 *
 * <p>Thread-safe. The result is valid until {@link ReadableTypes#version} changes.
 */
@ProviderType
public interface ReadableData {

    /** Returns the data that a caller can read at present. Must not be called inside a read or a write of the store. */
    List<Part> of(Caller caller);

    /**
     * The data of one scope as a caller sees it. Two parts are equal if they have the same states; callers who see the
     * same containers of an account have equal parts.
     */
    @ProviderType
    interface Part {

        /** Returns the scope of the data. A change of another scope does not affect the states. */
        Scope scope();

        /** Returns the id of the account in which the caller reads the data. */
        String accountId();

        /** Returns the names of the types. */
        Set<String> types();

        /**
         * Returns the states by type, as {@code /get} returns them. A change of an object that the caller does not see
         * does not affect them. While the server prepares a container that has just been shared, the types of the
         * objects in it are left out.
         *
         * @param snapshot a snapshot of {@link #scope}
         */
        Map<String, String> states(Snapshot snapshot);

        /**
         * Returns whether the caller follows the data: all data of a capability is shared with the caller, or the
         * caller is subscribed to at least one of the shared containers. A change of a subscription is a change of the
         * container.
         *
         * @param snapshot a snapshot of {@link #scope}
         */
        boolean isSubscribed(Snapshot snapshot, Caller caller);
    }
}
