package svc.proto.imap;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.notify.Notifications;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.select.SelectExecutor;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailboxKey;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;

/** The selected mailbox of one connection. Not thread-safe. */
final class Selection {

    private final Front front;
    private final ImapSession session;
    private final ResponseWriter out;
    private final Features features;
    private final Notifications notifications;
    private volatile @Nullable SelectedMailbox selected;

    /** The version of the directory at which the user could access the mailbox. */
    private long checkedVersion;

    Selection(Front front, ImapSession session, ResponseWriter out, Features features, Notifications notifications) {
        this.front = front;
        this.session = session;
        this.out = out;
        this.features = features;
        this.notifications = notifications;
    }

    /** Returns the current name of the selected mailbox. Thread-safe. */
    Optional<String> name() {
        SelectedMailbox open = selected;
        return open == null ? Optional.empty() : named(open).map(NamedMailbox::name);
    }

    private Optional<NamedMailbox> named(SelectedMailbox mailbox) {
        MailAccess access = mailbox.access();
        return MailboxNames.read(front.access(access.caller())).all().stream()
                .filter(named -> named.n() == mailbox.mailbox())
                .filter(named -> named.access().account().account().n()
                        == access.account().account().n())
                .findFirst();
    }

    Optional<SelectedMailbox> mailbox() {
        return Optional.ofNullable(selected);
    }

    /** Returns what identifies the selected mailbox. */
    Optional<MailboxKey> key() {
        return Optional.ofNullable(selected).map(SelectedMailbox::key);
    }

    /** Returns the selected mailbox. */
    SelectedMailbox require(String command) throws RefusedException {
        SelectedMailbox mailbox = selected;
        if (mailbox == null) {
            throw new RefusedException(Reply.bad("Select a mailbox before " + command));
        }
        if (!isAccessible(mailbox)) {
            throw new RefusedException(ResponseCode.NONEXISTENT, "The selected mailbox is no longer shared");
        }
        return mailbox;
    }

    /**
     * Returns whether the user can still read a mailbox of another account with the rights of the selection. A change of
     * the rights ends the selection, because the server has announced them to the client.
     */
    boolean isAccessible(SelectedMailbox mailbox) {
        MailAccess access = mailbox.access();
        if (access.account().isPersonal()) {
            return true;
        }
        long version =
                front.services().directory().version(access.account().account().organization());
        if (version != checkedVersion) {
            boolean accessible = named(mailbox)
                    .map(NamedMailbox::rights)
                    .filter(mailbox.rights()::equals)
                    .isPresent();
            if (!accessible) {
                return false;
            }
            checkedVersion = version;
        }
        return true;
    }

    /** Selects a mailbox. */
    Reply select(MailAccess access, MailboxCommand.Select command) throws IOException, RefusedException {
        if (selected != null) {
            deselect();
            out.untagged(Status.OK, ResponseCode.CLOSED, "The previous mailbox is closed");
        }
        if (!notifications.isActive()) {
            session.takeChanged();
        }
        long version =
                front.services().directory().version(access.caller().account().organization());
        SelectedMailbox opened = SelectExecutor.select(access, out, features, command);
        selected = opened;
        checkedVersion = version;
        MailAccess of = opened.access();
        front.sessions().follow(session, of.account().account().n());
        long modseq = of.<Long>read(snapshot -> of.services().uids().modseq(snapshot, opened.mailbox()));
        if (modseq != opened.modseq()) {
            session.changed(); // between the reading of the mailbox and the beginning of the notifications
        }
        return opened.isReadOnly()
                ? Reply.ok(ResponseCode.READ_ONLY, "EXAMINE completed")
                : Reply.ok(ResponseCode.READ_WRITE, "SELECT completed");
    }

    /** Deselects the mailbox without changes. */
    void deselect() {
        SelectedMailbox open = selected;
        if (open != null) {
            front.sessions().unfollow(session, open.access().account().account().n());
            notifications.deselected(open);
            selected = null;
        }
    }

    /**
     * Deselects the mailbox if the current command of the client has deleted it, or has changed the rights of the user. The
     * client then gets the tagged response, and other commands need a new selection.
     */
    void deselectIfGone() throws IOException {
        SelectedMailbox open = selected;
        if (open != null && !(isAccessible(open) && exists(open))) {
            deselect();
            out.untagged(Status.OK, ResponseCode.CLOSED, "The selected mailbox is closed");
        }
    }

    private static boolean exists(SelectedMailbox mailbox) {
        MailAccess access = mailbox.access();
        return access.read(snapshot -> access.services().uids().mailbox(snapshot, mailbox.mailbox()))
                .isPresent();
    }
}
