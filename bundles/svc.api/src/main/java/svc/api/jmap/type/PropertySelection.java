package svc.api.jmap.type;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;

/**
 * The properties that a client requested.
 *
 * @param isDefault whether {@code names} contains exactly the properties that the type returns by default; if so, no
 *     such property is hidden from the caller
 * @param names the names of the properties, without {@code id}
 * @param extraArguments the additional arguments of the call, which {@link TypeDescriptor#extraArguments} declares; the
 *     map contains only arguments that the client sent
 * @param reach the account, with the access rights of the caller
 * @param caller the caller of the method
 * @param isVisible whether the data of a capability in the account is visible to this call: the request uses the
 *     capability, and the account offers it
 */
public record PropertySelection(
        boolean isDefault,
        Set<String> names,
        Map<String, @Nullable Object> extraArguments,
        AccessibleAccount reach,
        Caller caller,
        Predicate<String> isVisible) {

    /** Returns whether a property is requested. */
    public boolean contains(String name) {
        return names.contains(name);
    }
}
