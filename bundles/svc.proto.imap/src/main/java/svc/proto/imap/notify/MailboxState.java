package svc.proto.imap.notify;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.store.Snapshot;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.Counts;
import svc.proto.imap.command.Notify.NotifyEvent;
import svc.proto.imap.command.StatusItem;

/**
 * What STATUS says about a mailbox (RFC 9051 §6.3.11).
 *
 * @param validity the UIDVALIDITY
 * @param next the next UID; 0 if it is unknown
 * @param messages the number of messages
 * @param unseen the number of messages without {@code \Seen}; -1 if it is unknown
 * @param modseq the highest modification sequence; 0 while it cannot be calculated
 */
record MailboxState(long validity, long next, long messages, long unseen, long modseq) {

    /** The state of a mailbox that was just created, of which a client knows only the name. */
    static final MailboxState NEW = new MailboxState(0, 1, 0, 0, 0);

    /**
     * Reads the state of a mailbox that was opened; empty if it does not exist.
     *
     * @param before the state that was read last
     */
    static Optional<MailboxState> read(Snapshot snapshot, UidStore uids, long mailbox, Optional<MailboxState> before) {
        long modseq = uids.modseq(snapshot, mailbox);
        if (modseq > 0 && before.isPresent() && before.get().modseq == modseq) {
            return before;
        }
        Counts counts = uids.counts(snapshot, mailbox, false);
        return uids.mailbox(snapshot, mailbox)
                .map(found -> new MailboxState(
                        found.validity(), found.next(), counts.messages(), counts.unseen(), found.modseq()));
    }

    /** Returns the items that NOTIFY with STATUS sends (RFC 5465 §3.1). */
    Map<StatusItem, Long> items(Set<NotifyEvent> events) {
        Map<StatusItem, Long> items = new EnumMap<>(StatusItem.class);
        items.put(StatusItem.MESSAGES, messages);
        items.put(StatusItem.UIDNEXT, next);
        items.put(StatusItem.UIDVALIDITY, validity);
        if (events.contains(NotifyEvent.FLAGCHANGE)) {
            items.put(StatusItem.UNSEEN, unseen);
            items.put(StatusItem.HIGHESTMODSEQ, Math.max(1, modseq));
        }
        return items;
    }

    /** Returns the items that have changed and belong to the events (RFC 5465 §5.1 to §5.3); none without a change. */
    Map<StatusItem, Long> changes(MailboxState before, Set<NotifyEvent> events, boolean condstore) {
        Map<StatusItem, Long> items = new EnumMap<>(StatusItem.class);
        boolean isEmptyAndNew = before.validity == 0 && messages == 0; // LIST announces it (RFC 5465 §5.4)
        if ((modseq > 0 && modseq == before.modseq) || isEmptyAndNew) {
            return items;
        }
        if (messages != before.messages || next != before.next) {
            items.put(StatusItem.MESSAGES, messages);
            items.put(StatusItem.UIDNEXT, next);
        }
        if (events.contains(NotifyEvent.FLAGCHANGE)) {
            if (unseen != before.unseen) {
                items.put(StatusItem.UNSEEN, unseen);
            }
            if (validity != before.validity || (condstore && modseq != before.modseq)) {
                items.put(StatusItem.UIDVALIDITY, validity);
            }
        }
        if (condstore && !items.isEmpty()) {
            items.put(StatusItem.HIGHESTMODSEQ, Math.max(1, modseq));
        }
        return items;
    }
}
