package svc.cap.mail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.store.Facets;
import svc.api.store.Transaction;
import svc.cap.mail.LinkRows.Link;

/**
 * Finds the threads of messages that arrive: two are in one when they have a message id and the base subject in common (RFC 8621
 * §3). A message may bring several threads together; then they become the oldest of them. For one thread.
 */
final class Threading {

    private final Transaction tx;
    private final Map<Link, Group> groups = new HashMap<>();
    private final Map<Long, Set<Long>> merged = new HashMap<>();

    Threading(Transaction tx) {
        this.tx = tx;
    }

    /** Messages and threads that belong together. */
    private static final class Group {
        private final Set<Long> existing = new TreeSet<>();
        private @Nullable Group into;
        private long thread;

        Group root() {
            Group root = this;
            while (root.into != null) {
                root = root.into;
            }
            return root;
        }

        void join(Group other) {
            Group mine = root();
            Group others = other.root();
            if (mine != others) {
                mine.existing.addAll(others.existing);
                others.into = mine;
            }
        }
    }

    /** The threads of messages, in their order. New ones are made known. */
    List<Long> assign(List<Arrival> arrivals) {
        known(arrivals);
        List<Group> found = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            Group group = new Group();
            for (long hash : arrival.links()) {
                Link link = new Link(hash, arrival.subject());
                Group other = groups.putIfAbsent(link, group);
                if (other != null) {
                    group.join(other);
                }
            }
            found.add(group);
        }
        List<Long> threads = found.stream().map(group -> thread(group.root())).toList();
        Map<Link, Long> links = new HashMap<>();
        groups.forEach((link, group) -> links.put(link, thread(group.root())));
        LinkRows.insert(tx.sql(), links);
        return threads;
    }

    /** Which threads go into which. */
    Map<Long, Set<Long>> merged() {
        return merged;
    }

    private void known(List<Arrival> arrivals) {
        Map<Long, Set<Long>> hashes = new HashMap<>();
        for (Arrival arrival : arrivals) {
            hashes.computeIfAbsent(arrival.subject(), subject -> new HashSet<>())
                    .addAll(arrival.links());
        }
        Map<Long, Group> byThread = new HashMap<>();
        LinkRows.find(tx.sql(), hashes).forEach((link, thread) -> {
            Group group = byThread.computeIfAbsent(thread, n -> new Group());
            group.existing.add(thread);
            groups.put(link, group);
        });
    }

    private long thread(Group group) {
        if (group.thread == 0) {
            group.thread = group.existing.isEmpty()
                    ? tx.created(MailThread.TYPE, Facets.ALL)
                    : group.existing.iterator().next();
            Set<Long> others = new TreeSet<>(group.existing);
            others.remove(group.thread);
            if (!others.isEmpty()) {
                merged.put(group.thread, others);
            }
        }
        return group.thread;
    }
}
