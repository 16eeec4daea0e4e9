package svc.api.identity;

import java.util.Set;

/**
 * A container, such as a mailbox, that the owner of an account shares with a caller.
 *
 * @param type the name of the type of the container
 * @param n the number of the container
 * @param capabilities the URNs of the capabilities whose data is shared with the container
 * @param access whether one of the rights changes something
 * @param rights the names of the rights of the caller
 */
public record SharedContainer(String type, long n, Set<String> capabilities, Access access, Set<String> rights) {

    /** Copies the sets. */
    public SharedContainer {
        capabilities = Set.copyOf(capabilities);
        rights = Set.copyOf(rights);
    }
}
