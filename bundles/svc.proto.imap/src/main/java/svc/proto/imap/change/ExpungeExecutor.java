package svc.proto.imap.change;

import java.util.List;
import java.util.Optional;
import svc.cap.mail.api.UidStore;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.grammar.SequenceSet;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.SelectedMailbox;

/** Executes EXPUNGE and UID EXPUNGE (RFC 9051 §6.4.3 and §6.4.9). */
public final class ExpungeExecutor {

    /** The number of messages in one transaction. */
    private static final int PORTION = 50;

    private ExpungeExecutor() {}

    /**
     * Removes the messages with {@code \Deleted}. The caller writes EXPUNGE responses after it.
     *
     * @param uids the UIDs to which the command is limited
     */
    public static void expunge(SelectedMailbox selected, Optional<SequenceSet> uids) throws RefusedException {
        UidStore store = selected.access().services().uids();
        if (uids.isPresent()) {
            NumberSet wanted = selected.messages(uids.get(), true);
            for (List<Long> portion : Portions.of(wanted, PORTION)) {
                selected.access().write("EXPUNGE", tx -> store.expunge(tx, selected.mailbox(), portion));
            }
            return;
        }
        boolean more = true;
        while (more) {
            more = selected.access().<Boolean>write("EXPUNGE", tx -> {
                List<Long> portion = store.deleted(tx, selected.mailbox(), 0, PORTION);
                store.expunge(tx, selected.mailbox(), portion);
                return portion.size() == PORTION;
            });
        }
    }
}
