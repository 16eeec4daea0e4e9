package svc.api.jmap.type;

import java.util.Set;
import svc.api.jmap.CallContext;

/**
 * The properties that a client requested.
 *
 * @param isDefault whether {@code names} contains exactly the properties that the type returns by default; if so, no
 *     such property is hidden from the caller
 * @param names the names of the properties, without {@code id}
 * @param context the method call
 */
public record PropertySelection(boolean isDefault, Set<String> names, CallContext context) {

    /** Returns whether a property is requested. */
    public boolean contains(String name) {
        return names.contains(name);
    }
}
