package svc.proto.imap;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.fetch.FetchExecutor;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.notify.FollowedAccounts;
import svc.proto.imap.notify.Notifications;
import svc.proto.imap.notify.SelectedEvents;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.select.MailboxNews;
import svc.proto.imap.select.Updates;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Filed;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/**
 * Sends the changes of the selected mailbox to the client of one connection, as far as the current command and NOTIFY
 * permit it. Not thread-safe.
 */
final class SelectionUpdates {

    /** The maximum number of new messages that are sent together without a command. */
    private static final int MOST_FETCHED = 500;

    private final FollowedAccounts followed;
    private final ResponseWriter out;
    private final Features features;
    private final Notifications notifications;
    private final FetchExecutor fetches = new FetchExecutor();

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

    SelectionUpdates(FollowedAccounts followed, ResponseWriter out, Features features, Notifications notifications) {
        this.followed = followed;
        this.out = out;
        this.features = features;
        this.notifications = notifications;
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

    /** Permits EXPUNGE responses before the tagged response of the current command, or forbids them. */
    void permitExpunges(boolean permitted) {
        expunges = permitted;
    }

    /** Records whether the current command removes messages from the selected mailbox. */
    void removes(boolean removed) {
        removes = removed;
    }

    /** Records the flags that the client knows from the responses of the current command. */
    void known(Updates.KnownFlags flags) {
        known = flags;
    }

    /**
     * Sends the changes of the selected mailbox. Returns false if the user can no longer access the mailbox.
     *
     * @param changed whether the mailbox may have been changed by others
     * @param between whether no command is being executed, so that only NOTIFY permits responses (RFC 5465 §3.1)
     */
    boolean send(Selection selection, boolean changed, boolean between) throws IOException {
        Optional<SelectedMailbox> selected = selection.mailbox();
        if (selected.isEmpty() || !(changed || mayHaveChanged)) {
            return true;
        }
        return selection.isAccessible(selected.get()) && send(selected.get(), between);
    }

    private boolean send(SelectedMailbox mailbox, boolean between) throws IOException {
        SelectedEvents wanted = notifications.selected();
        boolean messages = sendsAll || wanted.messages();
        Updates.Permitted permitted = new Updates.Permitted(
                messages,
                removes || (messages && (wanted.immediate() || (expunges && !between))),
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
            Optional<MailboxNews> shared = followed.news(mailbox, since);
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
