package svc.proto.imap.notify;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.proto.imap.command.Notify.NotifyEvent;
import svc.proto.imap.command.StatusItem;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ListResponse;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailboxKey;
import svc.proto.imap.state.RefusedException;

/** What a client with NOTIFY knows of the mailboxes that are not selected. Not thread-safe. */
final class Watch {

    /** The maximum number of mailboxes about which a client is notified. */
    static final int MOST_MAILBOXES = 2_000;

    private final FollowedAccounts accounts;
    private final Runnable listener;
    private final NotifySettings settings;
    private final MailAccess own;
    private final AnnotationChanges annotations;
    private final Set<Long> followed = new HashSet<>();
    private final Map<MailboxKey, MailboxState> known = new HashMap<>();
    private MailboxNames names;

    /** The mailboxes of which events are wanted, in the order of their names, with the events. */
    private Map<NamedMailbox, Set<NotifyEvent>> wanted;

    /** Begins to follow the accounts of a user. */
    Watch(FollowedAccounts accounts, Runnable listener, NotifySettings settings, MailAccess own) {
        this.accounts = accounts;
        this.listener = listener;
        this.settings = settings;
        this.own = own;
        this.annotations = new AnnotationChanges(accounts, own, settings.wantsServerMetadata());
        follow(own.account().account().n());
        try {
            this.names = read(false);
        } catch (RuntimeException e) {
            end();
            throw e;
        }
        this.wanted = wanted(names);
    }

    private boolean follow(long account) {
        boolean first = followed.add(account);
        if (first) {
            accounts.follow(account, listener);
        }
        return first;
    }

    /** Ends following the accounts. */
    void end() {
        followed.forEach(account -> accounts.unfollow(account, listener));
    }

    /** Reads the names, and follows the accounts of the mailboxes. */
    private MailboxNames read(boolean fresh) {
        MailboxNames read = accounts.names(own, fresh);
        Set<Long> left = new HashSet<>(followed);
        left.removeAll(read.accounts());
        left.forEach(account -> accounts.unfollow(account, listener));
        followed.removeAll(left);
        boolean more = false;
        for (long account : read.accounts()) {
            more |= follow(account);
        }
        return more ? accounts.names(own, false) : read; // read again: nothing changes unnoticed any more
    }

    private Map<NamedMailbox, Set<NotifyEvent>> wanted(MailboxNames of) {
        Map<NamedMailbox, Set<NotifyEvent>> found = new LinkedHashMap<>();
        for (NamedMailbox mailbox : of.all()) {
            Set<NotifyEvent> events = settings.events(mailbox);
            if (!events.isEmpty()) {
                found.put(mailbox, events);
            }
        }
        return found;
    }

    /**
     * Records the states that the client knows from now on.
     *
     * @param status whether they are sent
     */
    void start(ResponseWriter out, boolean status, Optional<MailboxKey> selected) throws IOException, RefusedException {
        if (wanted.size() > MOST_MAILBOXES) {
            throw new RefusedException(
                    ResponseCode.NOTIFICATIONOVERFLOW,
                    "The server sends notifications of at most " + MOST_MAILBOXES + " mailboxes");
        }
        known.putAll(states(false));
        annotations.start(wanted);
        for (Map.Entry<NamedMailbox, Set<NotifyEvent>> one : wanted.entrySet()) {
            NamedMailbox mailbox = one.getKey();
            MailboxState state = known.get(mailbox.key());
            if (status && state != null && !selected.equals(Optional.of(mailbox.key()))) {
                ListResponse.writeStatus(out, mailbox.name(), state.items(one.getValue()), null);
            }
        }
    }

    /** Returns the states of the mailboxes of which messages are wanted. */
    private Map<MailboxKey, MailboxState> states(boolean fresh) {
        Map<MailAccess, Set<Long>> byAccount = new HashMap<>();
        wanted.forEach((mailbox, events) -> {
            if (events.contains(NotifyEvent.MESSAGENEW)) {
                byAccount
                        .computeIfAbsent(mailbox.access(), access -> new HashSet<>())
                        .add(mailbox.n());
            }
        });
        Map<MailboxKey, MailboxState> states = new HashMap<>();
        byAccount.forEach((access, mailboxes) -> {
            Map<Long, MailboxState> read = accounts.states(access, mailboxes, fresh);
            for (long mailbox : mailboxes) {
                MailboxState state = read.get(mailbox);
                if (state != null) {
                    states.put(new MailboxKey(access.account().account().n(), mailbox), state);
                }
            }
        });
        return states;
    }

    /** Records what the client knows of a mailbox that is no longer selected. */
    void left(MailboxKey mailbox, MailboxState state) {
        known.put(mailbox, state);
    }

    /**
     * Sends what has changed.
     *
     * @param selected the selected mailbox, of which only the name is watched here
     * @param byClient the changes that the client has made, and knows about
     * @return false if there are too many mailboxes
     */
    boolean update(ResponseWriter out, Features features, Optional<MailboxKey> selected, OwnChanges byClient)
            throws IOException {
        MailboxNames before = names;
        names = read(!byClient.names().isEmpty());
        if (names != before) {
            wanted = wanted(names);
            if (wanted.size() > MOST_MAILBOXES) {
                return false;
            }
            new NameChanges(before, names, settings, byClient).write(out);
        }
        annotations.write(out, wanted, byClient);
        Map<MailboxKey, MailboxState> states = states(byClient.filed() != null);
        known.keySet().retainAll(states.keySet());
        selected.ifPresent(known::remove);
        for (Map.Entry<NamedMailbox, Set<NotifyEvent>> one : wanted.entrySet()) {
            NamedMailbox mailbox = one.getKey();
            MailboxState now = states.get(mailbox.key());
            if (now == null || selected.equals(Optional.of(mailbox.key()))) {
                continue;
            }
            MailboxState last = known.getOrDefault(mailbox.key(), MailboxState.NEW);
            Map<StatusItem, Long> items = now.changes(last, one.getValue(), features.has(Feature.CONDSTORE));
            if (!items.isEmpty() && !byClient.areAllOf(mailbox, last, now)) {
                ListResponse.writeStatus(out, mailbox.name(), items, null);
            }
            known.put(mailbox.key(), now);
        }
        return true;
    }
}
