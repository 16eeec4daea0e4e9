package svc.api.jmap;

import java.util.Set;

/**
 * The properties a client wants to see.
 *
 * @param all whether these are all that the type has
 * @param names their names, without {@code id}
 */
public record Selection(boolean all, Set<String> names) {

    /** Whether a property is wanted. */
    public boolean has(String name) {
        return names.contains(name);
    }
}
