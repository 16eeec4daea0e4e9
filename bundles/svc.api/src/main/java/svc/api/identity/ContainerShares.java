package svc.api.identity;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The containers that owners share with principals of their tenant (RFC 9670). A principal is another account of the
 * tenant, with the id of the account, or a group of accounts.
 *
 * <p>Threading: thread-safe. The methods run in the snapshot or transaction that they are given.
 */
@ProviderType
public interface ContainerShares {

    /** The maximum number of principals with which a container can be shared. */
    int MOST = 500;

    /**
     * Returns with whom containers of the snapshot's account are shared.
     *
     * @param type the name of the type of the containers
     * @return the rights of each principal, by container; containers that are not shared are left out
     */
    Map<Long, Map<String, Set<String>>> of(Snapshot snapshot, String type, Collection<Long> containers);

    /**
     * Shares a container of the transaction's account with exactly these principals. The change is in effect when the
     * transaction has ended.
     *
     * @param container the container with its capabilities; its rights are ignored
     * @param shares the access and the rights of each principal; empty if the container is no longer shared
     */
    void share(Transaction tx, Container container, Map<String, Share> shares);

    /** Returns those of the ids that are principals of an account's tenant. */
    Set<String> principals(Snapshot snapshot, Account owner, Collection<String> ids);

    /** Returns those principals that are accounts, and not groups, each with its number. */
    Map<String, Long> accounts(Snapshot snapshot, Collection<String> principals);

    /**
     * A container.
     *
     * @param owner the account that has the container
     * @param type the name of the type
     * @param n the number of the container
     * @param capabilities the URNs of the capabilities whose data is shared with the container
     */
    record Container(Account owner, String type, long n, Set<String> capabilities) {

        /** Copies the set. */
        public Container {
            capabilities = Set.copyOf(capabilities);
        }
    }

    /**
     * What a principal may do in a container.
     *
     * @param access whether one of the rights changes something
     * @param rights the names of the rights
     */
    record Share(Access access, Set<String> rights) {

        /** Copies the set. */
        public Share {
            rights = Set.copyOf(rights);
        }
    }
}
