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
     * Adds a notification in the transaction that changes the rights. Does nothing if the principal is a group or the
     * account of the transaction.
     *
     * @param tx a transaction of the account that owns the object
     * @param principal the number of the principal whose rights have changed
     * @param change the change
     */
    void add(Transaction tx, long principal, RightsChange change);

    /**
     * A change of the rights to an object.
     *
     * @param changedBy the account that changed the rights
     * @param objectType the type of the object, such as {@code Mailbox}
     * @param objectId the id of the object
     * @param oldRights the rights before the change; null for none
     * @param newRights the rights after the change; null for none
     * @param name the name of the object
     */
    record RightsChange(
            Account changedBy,
            String objectType,
            String objectId,
            @Nullable Map<String, Boolean> oldRights,
            @Nullable Map<String, Boolean> newRights,
            String name) {}
}
