package svc.api.jmap.observe;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Snapshot;

/**
 * Determines which objects a caller can see, by the rule of the standard methods. Methods and services that return ids
 * or data of objects of other bundles use this service, because a caller with whom only some containers are shared must
 * not learn of other objects.
 *
 * <p>Thread-safe.
 */
@ProviderType
public interface ObjectVisibility {

    /** Returns the description of a registered type, declared as a record or by a source; empty if it is unknown. */
    Optional<TypeDescriptor> descriptor(String type);

    /**
     * Returns those of the numbers whose objects a caller can see. Numbers of objects that do not exist may be among
     * the result. Objects of a type that is not registered are not visible.
     *
     * @param snapshot a snapshot of the account
     * @param reach the account, with the access rights of the caller
     */
    Set<Long> visible(Snapshot snapshot, AccessibleAccount reach, String type, Collection<Long> numbers);
}
