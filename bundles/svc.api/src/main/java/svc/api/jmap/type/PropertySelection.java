package svc.api.jmap;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Reach;

/**
 * The properties a client wants to see.
 *
 * @param all whether these are all that a client gets who names none, of a type that hides none
 * @param names their names, without {@code id}
 * @param more the further arguments of the call that {@link Shape#more} allows; those that were left out are not there
 * @param reach the account, as the caller reaches it
 * @param caller who wants to see them
 * @param shows whether what a capability has in the account shows to this call: the request uses it, and the account offers it
 */
public record Selection(
        boolean all,
        Set<String> names,
        Map<String, @Nullable Object> more,
        Reach reach,
        Caller caller,
        Predicate<String> shows) {

    /** Whether a property is wanted. */
    public boolean has(String name) {
        return names.contains(name);
    }
}
