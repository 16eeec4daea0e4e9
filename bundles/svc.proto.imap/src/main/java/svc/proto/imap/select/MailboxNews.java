package svc.proto.imap.select;

import java.util.Optional;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.UidChanges;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.UidView;

/**
 * The selected mailbox as it is now.
 *
 * @param modseq the highest modification sequence; 0 while it cannot be calculated
 * @param view the messages
 * @param changes the UIDs of messages that were changed, if they are known
 */
public record MailboxNews(long modseq, UidView view, Optional<long[]> changes) {

    /** The maximum number of changes that are calculated; beyond it no flags are sent. */
    private static final int MOST_CHANGES = 20_000;

    /**
     * Reads the mailbox; not its messages if none was added or removed. Empty if it does not exist.
     *
     * @param since the modification sequence after which changes are read; 0 to read none
     */
    public static Optional<MailboxNews> read(SelectedMailbox selected, long since) {
        UidStore uids = selected.access().services().uids();
        long mailbox = selected.mailbox();
        return selected.access()
                .read(snapshot -> uids.mailbox(snapshot, mailbox).map(now -> {
                    if (since > 0 && now.modseq() == since) {
                        return new MailboxNews(since, selected.current(), Optional.empty());
                    }
                    Optional<UidChanges> changes = since > 0 && now.modseq() > since
                            ? uids.changes(snapshot, mailbox, since, MOST_CHANGES)
                            : Optional.empty();
                    boolean same = changes.isPresent() && areUnchanged(selected, since, changes.get());
                    UidView view = same ? selected.current() : UidView.ofRanges(uids.ranges(snapshot, mailbox));
                    return new MailboxNews(now.modseq(), view, changes.map(UidChanges::uids));
                }));
    }

    /** Returns whether the messages that were read last are still those of the mailbox after the changes. */
    private static boolean areUnchanged(SelectedMailbox selected, long since, UidChanges changes) {
        long[] uids = changes.uids();
        return since == selected.currentModseq()
                && changes.hasSameEmails()
                && (uids.length == 0
                        || uids[uids.length - 1] <= selected.current().highest());
    }
}
