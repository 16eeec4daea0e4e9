package svc.proto.imap.select;

import java.util.Optional;
import svc.cap.mail.api.UidStore;
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
     * Reads the mailbox; not its messages if it has not changed. Empty if it does not exist.
     *
     * @param since the modification sequence after which changes are read; 0 to read none
     */
    public static Optional<MailboxNews> read(SelectedMailbox selected, long since) {
        UidStore uids = selected.access().services().uids();
        long mailbox = selected.mailbox();
        return selected.access()
                .read(snapshot -> uids.mailbox(snapshot, mailbox).map(now -> {
                    if (since == 0 || now.modseq() != since) {
                        return new MailboxNews(
                                now.modseq(),
                                UidView.ofRanges(uids.ranges(snapshot, mailbox)),
                                since > 0 && now.modseq() > since
                                        ? uids.changes(snapshot, mailbox, since, MOST_CHANGES)
                                        : Optional.empty());
                    }
                    return new MailboxNews(since, selected.current(), Optional.empty());
                }));
    }
}
