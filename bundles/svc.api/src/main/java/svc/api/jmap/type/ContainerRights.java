package svc.api.jmap.type;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.identity.Access;

/**
 * The rights that can be given in the containers of a type (RFC 9670 §4). The engine then implements {@code shareWith}.
 *
 * @param names the names of all rights, in the order of {@code myRights}
 * @param read the right without which the other rights cannot be given
 * @param readOnly the rights that change nothing
 * @param add the rights to add something to the container, with which a user can upload blobs to the account
 * @param share the right to share the container
 * @param capabilities the URNs of the capabilities whose data is shared with a container
 * @param shareWithCapability the URN that a request must use to see {@code shareWith}; empty for the type's own
 */
public record ContainerRights(
        List<String> names,
        String read,
        Set<String> readOnly,
        Set<String> add,
        String share,
        Set<String> capabilities,
        Optional<String> shareWithCapability) {

    /** Copies the collections. */
    public ContainerRights {
        names = List.copyOf(names);
        readOnly = Set.copyOf(readOnly);
        add = Set.copyOf(add);
        capabilities = Set.copyOf(capabilities);
    }

    /** Returns the access that rights give. */
    public Access access(Collection<String> rights) {
        return readOnly.containsAll(rights) ? Access.READ : Access.WRITE;
    }
}
