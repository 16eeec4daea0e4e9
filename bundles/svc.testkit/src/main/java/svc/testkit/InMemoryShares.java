package svc.testkit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.ContainerShares.Container;
import svc.api.identity.ContainerShares.Share;
import svc.api.identity.SharedContainer;
import svc.api.store.Snapshot;

/** The shares of containers in memory. Thread-safe. */
final class InMemoryShares {

    private final Map<Container, Map<String, Share>> shares = new ConcurrentHashMap<>();

    /** Replaces the shares of a container, by principal. */
    void put(Container container, Map<String, Share> given) {
        if (given.isEmpty()) {
            shares.remove(container);
        } else {
            shares.put(container, Map.copyOf(given));
        }
    }

    /** Returns the containers of other accounts that are shared with an account, or with groups of which it is a member. */
    Map<Account, List<SharedContainer>> with(Account account, Set<String> principals) {
        Map<Account, List<SharedContainer>> owners = new HashMap<>();
        shares.forEach((container, given) -> {
            Set<String> rights = new HashSet<>();
            Access access = Access.READ;
            for (String principal : principals) {
                Share share = given.get(principal);
                if (share != null) {
                    rights.addAll(share.rights());
                    access = share.access() == Access.WRITE ? Access.WRITE : access;
                }
            }
            if (!rights.isEmpty() && container.owner().n() != account.n()) {
                owners.computeIfAbsent(container.owner(), owner -> new ArrayList<>())
                        .add(new SharedContainer(
                                container.type(), container.n(), container.capabilities(), access, rights));
            }
        });
        return owners;
    }

    /** Returns the rights of each principal in containers of the snapshot's account. */
    Map<Long, Map<String, Set<String>>> of(Snapshot snapshot, String type, Collection<Long> containers) {
        Map<Long, Map<String, Set<String>>> found = new HashMap<>();
        shares.forEach((container, given) -> {
            if (container.owner().n() == snapshot.scope().n()
                    && container.type().equals(type)
                    && containers.contains(container.n())) {
                Map<String, Set<String>> rights = new HashMap<>();
                given.forEach((principal, share) -> rights.put(principal, share.rights()));
                found.put(container.n(), rights);
            }
        });
        return found;
    }
}
