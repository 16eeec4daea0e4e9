package svc.proto.imap;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.change.AppendUpload;
import svc.proto.imap.change.CopyExecutor;
import svc.proto.imap.change.ExpungeExecutor;
import svc.proto.imap.change.StoreExecutor;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.fetch.FetchExecutor;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.notify.Notifications;
import svc.proto.imap.notify.SelectedEvents;
import svc.proto.imap.reading.Step;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.search.SearchExecutor;
import svc.proto.imap.select.MailboxNews;
import svc.proto.imap.select.SelectExecutor;
import svc.proto.imap.select.Updates;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.Filed;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailboxKey;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/** The selected mailbox of one connection, and the commands on its messages. Not thread-safe. */
final class Selection {

    /** The maximum number of new messages that are sent together without a command. */
    private static final int MOST_FETCHED = 500;

    private final Front front;
    private final ImapSession session;
    private final ResponseWriter out;
    private final Features features;
    private final Notifications notifications;
    private final FetchExecutor fetches = new FetchExecutor();
    private final SearchExecutor searches = new SearchExecutor();
    private volatile @Nullable String name;
    private @Nullable SelectedMailbox selected;

    /** The version of the directory at which the user could access the mailbox. */
    private long checkedVersion;

    /** Whether EXPUNGE responses are permitted before the tagged response of the current command (RFC 9051 §7.5.1). */
    private boolean expunges = true;

    /** Whether the current command removes messages from the selected mailbox, so that the client expects EXPUNGE. */
    private boolean removes;

    /** Whether all changes are sent after the current command, whatever the client has requested by NOTIFY. */
    private boolean sendsAll;

    /** Whether the current command can have changed the selected mailbox. */
    private boolean mayHaveChanged;

    /** The flags that the client knows from the responses of the current command. */
    private Updates.KnownFlags known = Updates.KnownFlags.NOTHING;

    Selection(Front front, ImapSession session, ResponseWriter out, Features features, Notifications notifications) {
        this.front = front;
        this.session = session;
        this.out = out;
        this.features = features;
        this.notifications = notifications;
    }

    /** Returns the name of the selected mailbox. Thread-safe. */
    Optional<String> name() {
        return Optional.ofNullable(name);
    }

    /** Returns what identifies the selected mailbox. */
    Optional<MailboxKey> key() {
        return Optional.ofNullable(selected).map(SelectedMailbox::key);
    }

    /** Begins a command. */
    void begin() {
        expunges = true;
        removes = false;
        sendsAll = false;
        mayHaveChanged = false;
        known = Updates.KnownFlags.NOTHING;
    }

    /** Records that the current command can have changed the selected mailbox. */
    void mayHaveChanged() {
        mayHaveChanged = true;
    }

    /** Sends all changes after the current command (RFC 5465 §3.1). */
    void sendAll() {
        mayHaveChanged = true;
        sendsAll = true;
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
    private boolean isAccessible(SelectedMailbox mailbox) {
        MailAccess access = mailbox.access();
        if (access.account().isPersonal()) {
            return true;
        }
        long version =
                front.services().directory().version(access.account().account().organization());
        if (version != checkedVersion) {
            boolean accessible = MailboxNames.read(front.access(access.caller())).all().stream()
                    .filter(named -> named.n() == mailbox.mailbox())
                    .filter(named -> named.access().account().account().n()
                            == access.account().account().n())
                    .map(NamedMailbox::rights)
                    .anyMatch(mailbox.rights()::equals);
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
        name = command.mailbox();
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
            name = null;
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

    /** Executes a command on the messages of the selected mailbox. */
    Reply execute(MailAccess access, Step.Complete complete, MessageCommand command, @Nullable AppendUpload upload)
            throws IOException, RefusedException {
        SelectedMailbox mailbox = require(complete.name());
        if (command instanceof MessageCommand.Check) {
            mayHaveChanged = true;
            return Reply.ok("CHECK completed");
        } else if (command instanceof MessageCommand.Unselect) {
            deselect();
            return Reply.ok("UNSELECT completed");
        } else if (command instanceof MessageCommand.Close) {
            if (mailbox.may('e')) {
                ExpungeExecutor.expunge(mailbox, Optional.empty());
            }
            deselect();
            return Reply.ok("CLOSE completed");
        } else if (command instanceof MessageCommand.Store store) {
            expunges = store.uid();
            mayHaveChanged = true;
            StoreExecutor.Result result = StoreExecutor.store(mailbox, out, features, store);
            known = result.known();
            return result.reply();
        } else if (command instanceof MessageCommand.Copy copy) {
            mayHaveChanged = true;
            removes = copy.move();
            return CopyExecutor.copy(access, mailbox, out, copy, notifications::filed);
        } else if (command instanceof MessageCommand.Expunge expunge) {
            mailbox.require('e');
            mayHaveChanged = true;
            removes = true;
            ExpungeExecutor.expunge(mailbox, expunge.uids());
            return completed(mailbox, "EXPUNGE completed");
        } else if (command instanceof MessageCommand.Replace replace) {
            return replace(mailbox, replace, upload);
        }
        return read(complete.tag(), mailbox, command);
    }

    private Reply read(String tag, SelectedMailbox mailbox, MessageCommand command)
            throws IOException, RefusedException {
        if (command instanceof MessageCommand.Fetch fetch) {
            expunges = fetch.uid();
            return fetches.fetch(mailbox, out, features, fetch);
        } else if (command instanceof MessageCommand.Search search) {
            expunges = search.uid();
            return searches.search(mailbox, out, features, tag, search);
        } else if (command instanceof MessageCommand.Sort sort) {
            expunges = sort.uid();
            return searches.sort(mailbox, out, features, tag, sort);
        } else if (command instanceof MessageCommand.Thread thread) {
            expunges = thread.uid();
            return searches.thread(mailbox, out, features, thread);
        }
        throw new IllegalStateException("unknown command " + command);
    }

    /** Returns the reply of a command that removes messages, with the modification sequence (RFC 7162 §3.2.7). */
    private Reply completed(SelectedMailbox mailbox, String text) {
        if (!features.has(Feature.QRESYNC)) {
            return Reply.ok(text);
        }
        MailAccess access = mailbox.access();
        long modseq = access.<Long>read(snapshot -> access.services().uids().modseq(snapshot, mailbox.mailbox()));
        return modseq == 0 ? Reply.ok(text) : Reply.ok(ResponseCode.highestModSeq(modseq), text);
    }

    private Reply replace(SelectedMailbox mailbox, MessageCommand.Replace command, @Nullable AppendUpload upload)
            throws RefusedException {
        if (upload == null) {
            throw new IllegalStateException("The message of REPLACE is missing");
        }
        mailbox.require('t');
        mailbox.require('e');
        long named = command.message()
                .orElse(
                        command.uid()
                                ? mailbox.view().highest()
                                : mailbox.view().size());
        long uid = command.uid()
                ? named
                : named <= mailbox.view().size() ? mailbox.view().uid(named) : 0;
        if (mailbox.view().number(uid) == 0) {
            throw new RefusedException(Reply.no(ResponseCode.NONEXISTENT, "There is no message " + named));
        }
        if (!upload.isInAccountOf(mailbox)) {
            throw new RefusedException(
                    ResponseCode.CANNOT, "A message cannot be replaced in another account; append it instead");
        }
        mayHaveChanged = true;
        removes = true;
        Reply reply = upload.file("REPLACE", Optional.of(new AppendUpload.Replaced(mailbox.mailbox(), uid)));
        upload.filed().ifPresent(notifications::filed);
        return reply;
    }

    /**
     * Tells the client about changes of the selected mailbox. Returns false if the mailbox no longer exists.
     *
     * @param changed whether the mailbox may have been changed by others
     * @param between whether no command is being executed, so that only NOTIFY permits responses (RFC 5465 §3.1)
     */
    boolean update(boolean changed, boolean between) throws IOException {
        SelectedMailbox mailbox = selected;
        if (mailbox == null || !(changed || mayHaveChanged)) {
            return true;
        }
        if (!isAccessible(mailbox)) {
            return false;
        }
        SelectedEvents wanted = notifications.selected();
        boolean messages = sendsAll || wanted.messages();
        Updates.Permitted permitted = new Updates.Permitted(
                messages,
                removes || messages && (wanted.immediate() || expunges && !between),
                sendsAll || wanted.flags());
        Optional<MailboxNews> news = news(mailbox, permitted.flags() ? mailbox.modseq() : 0);
        long highest = mailbox.view().highest();
        boolean exists = Updates.write(out, mailbox, features, news, permitted, known);
        if (exists && !wanted.fetch().isEmpty()) {
            fetchArrived(mailbox, highest, wanted.fetch());
        }
        // In IDLE, and before the next command, all changes can be sent.
        begin();
        return exists;
    }

    /** Returns the news; those that others of the bundle have read already, unless the client itself may have changed. */
    private Optional<MailboxNews> news(SelectedMailbox mailbox, long since) {
        if (!mayHaveChanged) {
            Optional<MailboxNews> shared = front.sessions().followed().news(mailbox, since);
            // A command of this client can have shown it more than the last change that was announced.
            if (shared.map(news -> news.modseq() >= mailbox.modseq()).orElse(false)) {
                return shared;
            }
        }
        return MailboxNews.read(mailbox, since);
    }

    /** Sends the new messages that the client has not added itself (RFC 5465 §5.2). */
    private void fetchArrived(SelectedMailbox mailbox, long highest, List<FetchItem> items) throws IOException {
        if (mailbox.view().highest() <= highest) {
            return;
        }
        NumberSet arrived = mailbox.view()
                .existing(NumberSet.range(highest + 1, mailbox.view().highest()));
        NumberSet own = notifications
                .filed()
                .filter(filed -> filed.mailbox().equals(mailbox.key()))
                .map(Filed::uids)
                .orElse(NumberSet.EMPTY);
        NumberSet others = new UidView(own).missing(arrived);
        if (others.count() > MOST_FETCHED) {
            notifications.overflow(out);
        } else if (!others.isEmpty()) {
            fetches.send(mailbox, out, features, others, items);
        }
    }
}
