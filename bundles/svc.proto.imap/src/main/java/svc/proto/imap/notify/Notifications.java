package svc.proto.imap.notify;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.AccountCommand.SetMetadata;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.Notify;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Filed;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailboxKey;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;

/** What a client has requested by NOTIFY (RFC 5465). Not thread-safe, except {@link #isOutdated}. */
public final class Notifications {

    /** The events that the server knows; the names are those on the wire (RFC 5465 §8). */
    private static final List<String> EVENTS = List.of(
            "MessageNew",
            "MessageExpunge",
            "FlagChange",
            "MailboxName",
            "SubscriptionChange",
            "MailboxMetadataChange",
            "ServerMetadataChange");

    private final FollowedAccounts accounts;
    private final Runnable listener;
    private SelectedEvents selected = SelectedEvents.DEFAULT;
    private @Nullable Watch watch;
    private OwnChanges byClient = OwnChanges.NONE;
    private volatile boolean active;
    private volatile long version;

    /**
     * Creates the notifications of a client that has not used NOTIFY.
     *
     * @param listener runs after each change
     */
    public Notifications(FollowedAccounts accounts, Runnable listener) {
        this.accounts = accounts;
        this.listener = listener;
    }

    /** Returns the events of the selected mailbox that the client wants. */
    public SelectedEvents selected() {
        return selected;
    }

    /** Returns whether changes are sent between commands, too. Thread-safe. */
    public boolean isActive() {
        return active;
    }

    /** Returns whether shares may have changed since changes were sent last. Thread-safe. */
    public boolean isOutdated(MailAccess own) {
        return active && version != version(own);
    }

    private static long version(MailAccess own) {
        return own.services().directory().version(own.caller().account().organization());
    }

    /**
     * Executes NOTIFY.
     *
     * @param selectedMailbox the selected mailbox
     */
    public Reply set(MailAccess own, ResponseWriter out, Notify command, Optional<MailboxKey> selectedMailbox)
            throws IOException, RefusedException {
        if (command.groups().stream().anyMatch(group -> !group.unknown().isEmpty())) {
            return Reply.no(ResponseCode.badEvent(EVENTS), "The server does not know an event");
        }
        NotifySettings settings = NotifySettings.of(command);
        version = version(own);
        Watch begun = settings.hasOthers() ? new Watch(accounts, listener, settings, own) : null;
        boolean started = false;
        try {
            if (begun != null) {
                begun.start(out, command.status(), selectedMailbox);
            }
            started = true;
        } finally {
            if (!started && begun != null) {
                begun.end();
            }
        }
        replace(settings.selected(), begun);
        return Reply.ok("NOTIFY completed");
    }

    private void replace(SelectedEvents events, @Nullable Watch next) {
        Watch ended = watch;
        if (ended != null) {
            ended.end();
        }
        watch = next;
        selected = events;
        active = next != null || events.messages();
    }

    /** Forgets what the client has requested. */
    public void clear() {
        replace(SelectedEvents.DEFAULT, null);
        active = false;
    }

    /** Begins a command. */
    public void begin() {
        byClient = OwnChanges.NONE;
    }

    /** Records a command about mailboxes that has succeeded. */
    public void executed(MailboxCommand command) {
        byClient = OwnChanges.of(command);
    }

    /** Records messages that the current command has added to a mailbox. */
    public void filed(Filed messages) {
        byClient = new OwnChanges(Set.of(), messages, null);
    }

    /** Records a command that has changed annotations. */
    public void annotated(SetMetadata command) {
        byClient = new OwnChanges(Set.of(), null, command);
    }

    /** Returns the messages that the current command has added to a mailbox. */
    public Optional<Filed> filed() {
        return Optional.ofNullable(byClient.filed());
    }

    /** Records that a mailbox is no longer selected. */
    public void deselected(SelectedMailbox mailbox) {
        if (watch != null) {
            watch.left(
                    mailbox.key(),
                    new MailboxState(mailbox.validity(), 0, mailbox.view().size(), -1, mailbox.modseq()));
        }
    }

    /**
     * Sends what has changed outside of the selected mailbox.
     *
     * @param changed whether something may have changed
     */
    public void update(
            MailAccess own,
            ResponseWriter out,
            Features features,
            Optional<MailboxKey> selectedMailbox,
            boolean changed)
            throws IOException {
        OwnChanges known = byClient;
        byClient = OwnChanges.NONE;
        if (!active || (!changed && known.equals(OwnChanges.NONE))) {
            return;
        }
        version = version(own);
        if (watch != null && !watch.update(out, features, selectedMailbox, known)) {
            overflow(out);
        }
    }

    /** Ends all notifications, because the server would have to send too many (RFC 5465 §5.8). */
    public void overflow(ResponseWriter out) throws IOException {
        replace(SelectedEvents.NONE, null);
        out.untagged(Status.OK, ResponseCode.NOTIFICATIONOVERFLOW, "The server sends no more notifications");
    }
}
