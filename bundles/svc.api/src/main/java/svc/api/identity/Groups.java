package svc.api.identity;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.ObjectId;

/**
 * The groups of accounts, each in one tenant. The members of a group are accounts, never groups. The number of a group
 * is taken from the numbers of accounts, so that no group and no account have the same id.
 *
 * <p>Threading: thread-safe; results are never stale. They are valid until {@link Directory#version} changes.
 */
@ProviderType
public interface Groups {

    /** Returns the groups of a tenant, in the order of their numbers. */
    List<Group> groups(String organization);

    /** Returns a group by its number. */
    Optional<Group> group(long n);

    /**
     * A group.
     *
     * @param n the number of the group
     * @param organization the id of the tenant
     * @param name the display name
     * @param description a longer text; null if there is none
     * @param members the numbers of the accounts that are its members
     */
    record Group(
            long n,
            String organization,
            String name,
            @Nullable String description,
            Set<Long> members) {

        /** Copies the set. */
        public Group {
            members = Set.copyOf(members);
        }

        /** Returns the JMAP id. */
        public String id() {
            return ObjectId.format(Account.LETTER, n);
        }
    }
}
