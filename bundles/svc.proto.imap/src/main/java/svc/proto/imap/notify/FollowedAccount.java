package svc.proto.imap.notify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.api.AnnotationStore.Annotated;
import svc.cap.mail.api.UidStore;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.select.MailboxNews;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.SelectedMailbox;

/** An account that sessions follow, with what was read of it since its last change. Thread-safe. */
final class FollowedAccount {

    private final LongSupplier changes;
    private final Map<Runnable, Integer> listeners = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, News> news = new HashMap<>();
    private Map<Long, MailboxState> states = Map.of();
    private long statesAt;
    private Map<Annotated, Map<String, Long>> annotations = Map.of();
    private long annotationsAt;
    private volatile long changedAt;
    private volatile long annotatedAt;
    private @Nullable Names names;

    /** News of a mailbox; {@code at} is the number of the last change that they contain. */
    private record News(long at, long since, Optional<MailboxNews> read) {}

    /** The names of the mailboxes of the user to whom the account belongs. */
    record Names(long at, long version, MailAccess own, MailboxNames read) {}

    /**
     * Creates the account without listeners.
     *
     * @param changes returns the number of the last change
     * @param changedAt the number of the change after which the account is followed
     */
    FollowedAccount(LongSupplier changes, long changedAt) {
        this.changes = changes;
        this.changedAt = changedAt;
        this.annotatedAt = changedAt;
    }

    void add(Runnable listener) {
        listeners.merge(listener, 1, Integer::sum);
    }

    /** Removes a listener. Returns whether there are others. */
    boolean remove(Runnable listener) {
        listeners.computeIfPresent(listener, (same, count) -> count == 1 ? null : count - 1);
        return !listeners.isEmpty();
    }

    /**
     * Notifies the listeners of a change.
     *
     * @param annotated whether annotations have changed
     */
    void changed(long number, boolean annotated) {
        changedAt = number;
        if (annotated) {
            annotatedAt = number;
        }
        listeners.keySet().forEach(Runnable::run);
    }

    /** Returns whether what was read at a change is not outdated. */
    boolean isCurrent(long at) {
        return changedAt <= at;
    }

    /** Returns the news of a mailbox since a modification sequence, which are read once after each change. */
    Optional<MailboxNews> news(SelectedMailbox selected, long since) {
        lock.lock();
        try {
            News last = news.get(selected.mailbox());
            if (last == null || last.since != since || !isCurrent(last.at)) {
                last = new News(changes.getAsLong(), since, MailboxNews.read(selected, since));
                news.put(selected.mailbox(), last);
            }
            return last.read;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the states of mailboxes that exist, and of others that sessions follow. */
    Map<Long, MailboxState> states(MailAccess access, Set<Long> mailboxes, boolean fresh) {
        lock.lock();
        try {
            Set<Long> all = new HashSet<>(mailboxes);
            all.removeAll(states.keySet());
            UidStore uids = access.services().uids();
            all.forEach(mailbox -> uids.open(access.scope(), mailbox));
            if (fresh || !all.isEmpty() || !isCurrent(statesAt)) {
                statesAt = changes.getAsLong();
                Map<Long, MailboxState> before = states;
                all.addAll(before.keySet());
                states = access.read(snapshot -> {
                    Map<Long, MailboxState> read = new HashMap<>();
                    for (long mailbox : all) {
                        MailboxState.read(snapshot, uids, mailbox, Optional.ofNullable(before.get(mailbox)))
                                .ifPresent(state -> read.put(mailbox, state));
                    }
                    return read;
                });
            }
            return states;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the digests of the annotations, which are read once after each change of annotations. */
    Map<Annotated, Map<String, Long>> annotations(MailAccess access, boolean fresh) {
        lock.lock();
        try {
            if (fresh || annotatedAt > annotationsAt) {
                annotationsAt = changes.getAsLong();
                annotations =
                        access.read(snapshot -> access.services().annotations().digests(snapshot));
            }
            return annotations;
        } finally {
            lock.unlock();
        }
    }

    ReentrantLock lock() {
        return lock;
    }

    Optional<Names> names() {
        return Optional.ofNullable(names);
    }

    void names(Names read) {
        names = read;
    }
}
