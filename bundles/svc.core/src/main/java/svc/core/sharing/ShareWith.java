package svc.core.sharing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.type.ContainerRights;

/** The property {@code shareWith} of containers (RFC 9670 §4.2). */
public final class ShareWith {

    /** The name of the property. */
    public static final String PROPERTY = "shareWith";

    private ShareWith() {}

    /** Returns whether a caller may see with whom a container is shared: the owner, and who may share it. */
    public static boolean maySee(AccessibleAccount reach, String type, long n, ContainerRights rights) {
        return reach.isPersonal()
                || Optional.ofNullable(reach.containers(type).get(n))
                        .filter(container -> container.rights().contains(rights.share()))
                        .isPresent();
    }

    /** Returns the value of the property: each right of each principal. */
    public static Map<String, @Nullable Object> toJson(Map<String, Set<String>> shares, ContainerRights rights) {
        Map<String, @Nullable Object> value = new TreeMap<>();
        shares.forEach((principal, given) -> value.put(principal, rights(given, rights)));
        return value;
    }

    /** Returns each right, and whether it is given; null for none. */
    public static @Nullable Map<String, Boolean> rights(@Nullable Set<String> given, ContainerRights rights) {
        if (given == null) {
            return null;
        }
        Map<String, Boolean> all = new LinkedHashMap<>();
        rights.names().forEach(name -> all.put(name, given.contains(name)));
        return all;
    }
}
