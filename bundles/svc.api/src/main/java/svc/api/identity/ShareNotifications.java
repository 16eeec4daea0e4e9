package svc.api.identity;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * Notifies users that their rights to a shared object have changed (RFC 9670 §3). The notification is stored in the
 * account of the user exactly once, shortly after the commit of the transaction in which it was added.
 *
 * <p>Threading: thread-safe.
 */
@ProviderType
public interface ShareNotifications {

    /**
     * Adds a notification in the transaction that changes the rights. Does nothing if the rights are equal, or if the
     * account is that of the transaction. The members of a group are not notified of the rights of the group.
     *
     * @param tx a transaction of the account that owns the object
     * @param account the number of the account whose rights have changed
     * @param change the change
     */
    void add(Transaction tx, long account, RightsChange change);

    /**
     * A change of the rights to an object.
     *
     * @param changedBy the account that changed the rights; null for an administrator of the server
     * @param objectType the type of the object, such as {@code Mailbox}
     * @param objectId the id of the object
     * @param oldRights the rights before the change; null for none
     * @param newRights the rights after the change; null for none
     * @param name the name of the object
     */
    record RightsChange(
            @Nullable Account changedBy,
            String objectType,
            String objectId,
            @Nullable Map<String, Boolean> oldRights,
            @Nullable Map<String, Boolean> newRights,
            String name) {}
}
