package svc.proto.imap.notify;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.store.StateChange;
import svc.cap.mail.api.AnnotationStore;
import svc.cap.mail.api.AnnotationStore.Annotated;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.select.MailboxNews;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.SelectedMailbox;

/**
 * The accounts whose changes sessions follow. What a change means is read once for all sessions, when the first of them
 * asks. Thread-safe.
 */
public final class FollowedAccounts {

    private final AtomicLong changes = new AtomicLong();
    private final Map<Long, FollowedAccount> byNumber = new ConcurrentHashMap<>();

    /** Begins to notify a listener of changes of an account; each call needs a call of {@link #unfollow}. */
    public void follow(long account, Runnable listener) {
        byNumber.compute(account, (same, before) -> {
            FollowedAccount followed =
                    before == null ? new FollowedAccount(changes::get, changes.incrementAndGet()) : before;
            followed.add(listener);
            return followed;
        });
    }

    /** Ends what a call of {@link #follow} began. */
    public void unfollow(long account, Runnable listener) {
        byNumber.computeIfPresent(account, (same, followed) -> followed.remove(listener) ? followed : null);
    }

    /** Notifies the listeners of an account of a change. */
    public void changed(StateChange change) {
        FollowedAccount followed = byNumber.get(change.account());
        if (followed != null) {
            followed.changed(changes.incrementAndGet(), change.states().containsKey(AnnotationStore.TYPE));
        }
    }

    /** Returns the news of a mailbox of a followed account, as they are after the last change that was announced. */
    public Optional<MailboxNews> news(SelectedMailbox selected, long since) {
        return required(selected.access()).news(selected, since);
    }

    /**
     * Returns the states of mailboxes of a followed account that exist; there can be others in the result.
     *
     * @param fresh whether the states are read now, because the change of a command may not have been announced yet
     */
    Map<Long, MailboxState> states(MailAccess access, Set<Long> mailboxes, boolean fresh) {
        return required(access).states(access, mailboxes, fresh);
    }

    /**
     * Returns the digests of the annotations in a followed account, by what is annotated and the name of the entry.
     *
     * @param fresh whether they are read now, because the change of a command may not have been announced yet
     */
    Map<Annotated, Map<String, Long>> annotations(MailAccess access, boolean fresh) {
        return required(access).annotations(access, fresh);
    }

    private FollowedAccount required(MailAccess access) {
        FollowedAccount followed = byNumber.get(access.account().account().n());
        if (followed == null) {
            throw new IllegalStateException("No session follows the account " + access.account());
        }
        return followed;
    }

    /**
     * Returns the mailboxes that a user sees, whose own account is followed.
     *
     * @param fresh whether they are read now, because the change of a command may not have been announced yet
     */
    MailboxNames names(MailAccess own, boolean fresh) {
        FollowedAccount followed = required(own);
        followed.lock().lock();
        try {
            long version =
                    own.services().directory().version(own.caller().account().organization());
            Optional<FollowedAccount.Names> last = followed.names()
                    .filter(names -> !fresh && names.version() == version)
                    .filter(names -> names.own().equals(own) && isCurrent(names));
            if (last.isPresent()) {
                return last.get().read();
            }
            long at = changes.get();
            MailboxNames names = MailboxNames.read(own);
            followed.names(new FollowedAccount.Names(at, version, own, names));
            return names;
        } finally {
            followed.lock().unlock();
        }
    }

    private boolean isCurrent(FollowedAccount.Names names) {
        return names.read().accounts().stream().allMatch(account -> {
            FollowedAccount followed = byNumber.get(account);
            return followed != null && followed.isCurrent(names.at());
        });
    }
}
