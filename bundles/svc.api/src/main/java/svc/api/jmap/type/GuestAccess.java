package svc.api.jmap.type;

import java.util.Set;
import svc.api.identity.AccessibleAccount;
import svc.api.store.Visibility;

/**
 * How a right in a container makes the objects of another type available to users with whom the container is shared. The
 * objects are in no container themselves.
 *
 * <p>Either a user with the right sees all objects and can change none of them, or the objects belong to the users who
 * create them: a user with the right creates objects, and sees and changes only those. Then the source
 * {@linkplain svc.api.store.Transaction#watch watches} a container for each such user, and each new object joins the
 * container of the user who creates it. The number of this container is the number of the account of the user.
 *
 * @param container the name of the type of the container
 * @param right the name of the right, which the user needs in at least one container
 * @param ownObjects whether the objects belong to the users who create them
 */
public record GuestAccess(String container, String right, boolean ownObjects) {

    /** Returns whether the caller has the right in a container of the account. */
    public boolean isGiven(AccessibleAccount reach) {
        return reach.hasRight(container, right);
    }

    /** Returns which objects the caller sees. */
    Visibility visibility(AccessibleAccount reach) {
        if (!isGiven(reach)) {
            return new Visibility.Objects(Set.of());
        }
        return ownObjects ? new Visibility.InContainers(Set.of(reach.user())) : new Visibility.All();
    }
}
