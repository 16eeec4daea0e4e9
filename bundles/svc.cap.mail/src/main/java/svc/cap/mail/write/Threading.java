package svc.cap.mail.write;

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
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.table.MessageIdRows;
import svc.cap.mail.table.MessageIdRows.Link;
import svc.mime.ThreadKeys;

/**
 * Assigns threads to new emails. Two emails are in one thread if they share a message id and the base subject (RFC 8621
 * §3). An email can connect several threads, which then merge into the oldest one. Not thread-safe.
 */
final class Threading {

    private final Transaction tx;
    private final Map<Link, Group> groups = new HashMap<>();
    private final Map<Long, Set<Long>> merged = new HashMap<>();

    Threading(Transaction tx) {
        this.tx = tx;
    }

    /** A node of a union-find structure: emails and threads that belong together. */
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

    /** Returns the threads of messages, in their order. Logs the creation of new threads. */
    List<Long> assign(List<ThreadKeys> messages) {
        loadKnown(messages);
        List<Group> found = new ArrayList<>();
        for (ThreadKeys message : messages) {
            Group group = new Group();
            for (long hash : message.ids()) {
                Link link = new Link(hash, message.subject());
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
        MessageIdRows.insert(tx.sql(), links);
        return threads;
    }

    /** Returns the threads to merge, by survivor. */
    Map<Long, Set<Long>> merged() {
        return merged;
    }

    private void loadKnown(List<ThreadKeys> messages) {
        Map<Long, Set<Long>> hashes = new HashMap<>();
        for (ThreadKeys message : messages) {
            hashes.computeIfAbsent(message.subject(), subject -> new HashSet<>())
                    .addAll(message.ids());
        }
        Map<Long, Group> byThread = new HashMap<>();
        MessageIdRows.find(tx.sql(), hashes).forEach((link, thread) -> {
            Group group = byThread.computeIfAbsent(thread, n -> new Group());
            group.existing.add(thread);
            groups.put(link, group);
        });
    }

    private long thread(Group group) {
        if (group.thread == 0) {
            group.thread = group.existing.isEmpty()
                    ? tx.logCreated(ThreadType.TYPE, Facets.ALL)
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
