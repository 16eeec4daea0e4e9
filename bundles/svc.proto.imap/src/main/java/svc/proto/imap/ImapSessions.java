package svc.proto.imap;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.StateBus;
import svc.api.time.Clock;
import svc.proto.imap.notify.FollowedAccounts;

/** The sessions of all signed-in clients. Notifies those of an account when its data has changed. Thread-safe. */
@Component(service = ImapSessions.class)
public final class ImapSessions {

    /** The interval at which the directory is asked whether shares have changed. */
    private static final Duration CHECK = Duration.ofSeconds(1);

    private final Map<Long, Set<ImapSession>> byUser = new ConcurrentHashMap<>();
    private final FollowedAccounts followed = new FollowedAccounts();
    private final Set<ImapSession> watching = ConcurrentHashMap.newKeySet();
    private final Clock clock;
    private final StateBus.Registration changes;
    private final AtomicBoolean checkScheduled = new AtomicBoolean();
    private volatile boolean stopped;

    @Activate
    public ImapSessions(@Reference StateBus bus, @Reference Clock clock) {
        this.clock = clock;
        this.changes = bus.listen(followed::changed);
    }

    @Deactivate
    void stop() {
        stopped = true;
        changes.close();
    }

    /** Returns the accounts whose changes sessions follow. */
    FollowedAccounts followed() {
        return followed;
    }

    /** Begins to notify a session of changes of shares, for which no state changes in the account of the user. */
    void watch(ImapSession session) {
        watching.add(session);
        scheduleCheck();
    }

    /** Ends what {@link #watch} began. */
    void unwatch(ImapSession session) {
        watching.remove(session);
    }

    private void scheduleCheck() {
        if (!stopped && !watching.isEmpty() && checkScheduled.compareAndSet(false, true)) {
            clock.schedule(CHECK, () -> {
                checkScheduled.set(false);
                watching.forEach(ImapSession::checkShares);
                scheduleCheck();
            });
        }
    }

    /** Adds the session of a user. Returns false if the user has {@code most} sessions already. */
    boolean signedIn(ImapSession session, long user, int most) {
        Set<ImapSession> sessions = byUser.compute(user, (same, before) -> {
            Set<ImapSession> all = before == null ? ConcurrentHashMap.newKeySet() : before;
            if (all.size() < most) {
                all.add(session);
            }
            return all;
        });
        return sessions.contains(session);
    }

    /** Returns the sessions of all users. */
    Set<ImapSession> all() {
        return byUser.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the sessions of a user. */
    Set<ImapSession> of(long user) {
        return Set.copyOf(byUser.getOrDefault(user, Set.of()));
    }

    /** Removes the session of a user. */
    void signedOut(ImapSession session, long user) {
        remove(byUser, user, session);
    }

    /** Begins to notify a session of changes of an account. */
    void follow(ImapSession session, long account) {
        followed.follow(account, session.listener());
    }

    /** Ends what {@link #follow} began. */
    void unfollow(ImapSession session, long account) {
        followed.unfollow(account, session.listener());
    }

    private static void remove(Map<Long, Set<ImapSession>> sessions, long key, ImapSession session) {
        sessions.computeIfPresent(key, (same, all) -> {
            all.remove(session);
            return all.isEmpty() ? null : all;
        });
    }
}
