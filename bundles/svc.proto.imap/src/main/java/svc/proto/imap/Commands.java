package svc.proto.imap;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.lifecycle.Maintenance.Period;
import svc.proto.imap.account.AccountExecutor;
import svc.proto.imap.change.AppendUpload;
import svc.proto.imap.command.AccountCommand;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.Notify;
import svc.proto.imap.command.SessionCommand;
import svc.proto.imap.mailbox.MailboxExecutor;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.notify.Notifications;
import svc.proto.imap.reading.Step;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/** Executes the commands of one connection in the state that the connection is in (RFC 9051 §3). Not thread-safe. */
final class Commands {

    private final Front front;
    private final ImapSession session;
    private final ResponseWriter out;
    private final Features features = new Features();
    private final AccountExecutor accounts = new AccountExecutor();
    private final MailboxExecutor mailboxes = new MailboxExecutor(Capabilities.MOST_MESSAGE);
    private final Notifications notifications;
    private final SelectionUpdates updates;
    private final Selection selection;
    private final MessageCommands messages;
    private final SessionCommands sessionCommands;
    private volatile @Nullable MailAccess own;

    Commands(Front front, ImapSession session, ResponseWriter out) {
        this.front = front;
        this.session = session;
        this.out = out;
        this.notifications = new Notifications(front.sessions().followed(), session.listener());
        this.updates = new SelectionUpdates(front.sessions().followed(), out, features, notifications);
        this.selection = new Selection(front, session, out, features, notifications);
        this.messages = new MessageCommands(selection, updates, out, features, notifications);
        this.sessionCommands = new SessionCommands(front, session, out, features, updates, this);
    }

    Optional<MailAccess> access() {
        return Optional.ofNullable(own);
    }

    Selection selection() {
        return selection;
    }

    void signedIn(MailAccess access) {
        own = access;
    }

    /** Forgets the sign-in, and all that the client has selected and requested. */
    void reset() {
        selection.deselect();
        notifications.clear();
        front.sessions().unwatch(session);
        own = null;
    }

    /** Executes a command. */
    Outcome execute(Step.Complete complete, @Nullable AppendUpload upload) throws IOException {
        updates.begin();
        notifications.begin();
        try {
            Command command = complete.command();
            if (command instanceof SessionCommand of) {
                return sessionCommands.execute(of);
            }
            MailAccess access = own;
            if (access == null) {
                throw new RefusedException(Reply.bad("Sign in before " + complete.name()));
            }
            if (command instanceof Command.Write && upload == null) { // an upload was checked when it began
                checkWritable(access);
            }
            if (command instanceof MessageCommand of) {
                return Outcome.replied(messages.execute(access, complete, of, upload));
            } else if (command instanceof MailboxCommand of) {
                return Outcome.replied(execute(access, of, upload));
            } else if (command instanceof AccountCommand of) {
                return Outcome.replied(execute(access, of));
            }
            return Outcome.replied(notify(access, (Notify) command));
        } catch (RefusedException e) {
            return Outcome.replied(e.reply());
        }
    }

    private static void checkWritable(MailAccess access) throws RefusedException {
        Optional<Period> readOnly = access.services().maintenance().readOnly();
        if (readOnly.isPresent()) {
            throw new RefusedException(ResponseCode.UNAVAILABLE, readOnly.get().notice());
        }
    }

    private Reply execute(MailAccess access, AccountCommand command) throws IOException, RefusedException {
        Reply reply = accounts.execute(access, out, command);
        if (command instanceof AccountCommand.SetMetadata set) {
            notifications.annotated(set);
        } else if (command instanceof AccountCommand.SetAcl || command instanceof AccountCommand.DeleteAcl) {
            selection.deselectIfGone();
        }
        return reply;
    }

    private Reply notify(MailAccess access, Notify command) throws IOException, RefusedException {
        Reply reply = notifications.set(access, out, command, selection.key());
        if (reply.status() == Status.OK) {
            if (!command.groups().isEmpty()) {
                updates.sendAll();
            }
            if (notifications.isActive()) {
                front.sessions().watch(session);
            } else {
                front.sessions().unwatch(session);
            }
        }
        return reply;
    }

    /**
     * Tells the client about changes. Returns false if the selected mailbox is gone.
     *
     * @param between whether no command is being executed
     */
    boolean update(boolean between) throws IOException {
        boolean changed = session.takeChanged();
        if (!updates.send(selection, changed, between)) {
            return false;
        }
        MailAccess access = own;
        if (access != null) {
            notifications.update(access, out, features, selection.key(), changed);
        }
        return true;
    }

    /** Returns whether changes are sent between commands, too. Thread-safe. */
    boolean isNotified() {
        return notifications.isActive();
    }

    /** Returns whether shares may have changed since changes were sent last. Thread-safe. */
    boolean isOutdated() {
        MailAccess access = own;
        return access != null && notifications.isOutdated(access);
    }

    private Reply execute(MailAccess access, MailboxCommand command, @Nullable AppendUpload upload)
            throws IOException, RefusedException {
        if (command instanceof MailboxCommand.Select select) {
            return selection.select(access, select);
        } else if (command instanceof MailboxCommand.Append append) {
            if (upload == null) {
                throw new IllegalStateException("The messages of " + append + " are missing");
            }
            updates.mayHaveChanged();
            Reply reply = upload.file("APPEND", Optional.empty());
            upload.filed().ifPresent(notifications::filed);
            return reply;
        }
        updates.mayHaveChanged();
        Reply reply = mailboxes.execute(access, out, features, command);
        notifications.executed(command);
        if (command instanceof MailboxCommand.Delete) {
            selection.deselectIfGone();
        }
        return reply;
    }

    /**
     * Begins the upload of APPEND or REPLACE.
     *
     * @throws RefusedException the messages are refused before their octets are read
     */
    AppendUpload upload(Step.Message message) throws RefusedException {
        MailAccess access = own;
        if (access == null) {
            throw new RefusedException(Reply.bad("Sign in before " + message.name()));
        }
        checkWritable(access);
        if (!message.name().equals("APPEND")) {
            selection.require(message.name());
        }
        NamedMailbox target = MailboxNames.read(access, message.mailbox())
                .find(message.mailbox())
                .orElseThrow(() -> new RefusedException(
                        ResponseCode.TRYCREATE, "There is no mailbox with the name " + message.mailbox()));
        target.require('i');
        return new AppendUpload(target);
    }
}
