package svc.proto.imap.mailbox;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.proto.imap.state.MailAccess;

/** Moves the messages of the inbox to another mailbox, as RENAME does (RFC 9051 §6.3.6). Runs in portions. */
final class InboxMove {

    /** The number of messages that one transaction moves. */
    private static final int PORTION = 20;

    private final MailAccess access;
    private final long inbox;
    private final long target;

    InboxMove(MailAccess access, long inbox, long target) {
        this.access = access;
        this.inbox = inbox;
        this.target = target;
    }

    /** Moves the messages that are in the inbox now. */
    void run() {
        UidStore uids = access.services().uids();
        uids.open(access.scope(), inbox);
        uids.open(access.scope(), target);
        long last = access.read(snapshot -> uids.mailbox(snapshot, inbox))
                .map(mailbox -> mailbox.next() - 1)
                .orElse(0L);
        long after = 0;
        while (after < last) {
            long first = after + 1;
            List<UidEmail> portion = access.read(snapshot -> uids.emails(snapshot, inbox, first, last, PORTION));
            if (portion.isEmpty()) {
                return;
            }
            move(uids, portion);
            after = portion.get(portion.size() - 1).uid();
        }
    }

    private void move(UidStore uids, List<UidEmail> portion) {
        List<Long> numbers = portion.stream().map(UidEmail::uid).toList();
        List<Long> deleted =
                portion.stream().filter(UidEmail::deleted).map(UidEmail::uid).toList();
        access.write("rename the inbox", tx -> {
            Map<Long, Long> moved = uids.move(tx, inbox, numbers, target);
            Map<Long, Long> marked = new HashMap<>(moved);
            marked.keySet().retainAll(deleted);
            uids.store(tx, target, marked.values(), new FlagChange(FlagMode.ADD, Set.of(), true));
            return moved;
        });
    }
}
