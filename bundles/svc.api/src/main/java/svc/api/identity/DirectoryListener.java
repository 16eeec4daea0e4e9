package svc.api.identity;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Service that is notified of changes of accounts and groups. Register it as a service.
 *
 * <p>Threading: called on the thread that made the change, after the change is in effect. It must return quickly.
 * Exceptions are logged and ignored. A change is not reported again after a crash, so a listener compares its data with
 * the {@link Directory} when it begins.
 */
@ConsumerType
public interface DirectoryListener {

    /**
     * Called after an account or a group was created, renamed or deleted.
     *
     * @param organization the id of the tenant
     * @param n the number of the account or group
     */
    void changed(String organization, long n);
}
