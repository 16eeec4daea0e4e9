package svc.proto.imap;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.StateBus;
import svc.api.store.StateChange;

/** The sessions of all signed-in clients. Tells those of an account that its data has changed. Thread-safe. */
@Component(service = ImapSessions.class)
public final class ImapSessions {

    private final Map<Long, Set<ImapSession>> byUser = new ConcurrentHashMap<>();
    private final Map<Long, Set<ImapSession>> byMailboxOwner = new ConcurrentHashMap<>();
    private final StateBus.Registration changes;

    @Activate
    public ImapSessions(@Reference StateBus bus) {
        this.changes = bus.listen(this::changed);
    }

    @Deactivate
    void stop() {
        changes.close();
    }

    private void changed(StateChange change) {
        byMailboxOwner.getOrDefault(change.account(), Set.of()).forEach(ImapSession::changed);
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

    /** Begins to tell a session about changes of an account. */
    void follow(ImapSession session, long account) {
        byMailboxOwner.compute(account, (same, before) -> {
            Set<ImapSession> all = before == null ? ConcurrentHashMap.newKeySet() : before;
            all.add(session);
            return all;
        });
    }

    /** Ends what {@link #follow} began. */
    void unfollow(ImapSession session, long account) {
        remove(byMailboxOwner, account, session);
    }

    private static void remove(Map<Long, Set<ImapSession>> sessions, long key, ImapSession session) {
        sessions.computeIfPresent(key, (same, all) -> {
            all.remove(session);
            return all.isEmpty() ? null : all;
        });
    }
}
