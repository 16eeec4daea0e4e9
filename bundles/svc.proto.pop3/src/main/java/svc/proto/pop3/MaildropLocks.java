package svc.proto.pop3;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Component;

/** The locks by which a maildrop has one session at a time (RFC 1939 §4). Thread-safe. */
@Component(service = MaildropLocks.class)
public final class MaildropLocks {

    private final Set<Long> locked = ConcurrentHashMap.newKeySet();

    /** Locks the maildrop of an account. Returns false if another session has locked it. */
    boolean lock(long account) {
        return locked.add(account);
    }

    /** Unlocks a maildrop that the session has locked. */
    void unlock(long account) {
        locked.remove(account);
    }
}
