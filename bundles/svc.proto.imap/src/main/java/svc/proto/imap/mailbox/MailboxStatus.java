package svc.proto.imap.mailbox;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Snapshot;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.Counts;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.cap.mail.api.UidStore.UidMailbox;
import svc.proto.imap.command.StatusItem;
import svc.proto.imap.response.ListResponse;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.MailAccess;

/** Writes STATUS responses (RFC 9051 §6.3.11). */
final class MailboxStatus {

    /** The items for which the mailbox must have UIDs. */
    private static final Set<StatusItem> OF_UIDS =
            Set.of(StatusItem.UIDVALIDITY, StatusItem.UIDNEXT, StatusItem.HIGHESTMODSEQ);

    private static final int PORTION = 1_000;

    private final long appendLimit;

    /** Creates the writer with the maximum size of a message (RFC 7889). */
    MailboxStatus(long appendLimit) {
        this.appendLimit = appendLimit;
    }

    void write(ResponseWriter out, NamedMailbox mailbox, Set<StatusItem> items) throws IOException {
        MailAccess access = mailbox.access();
        if (items.stream().anyMatch(OF_UIDS::contains)) {
            access.services().uids().open(access.scope(), mailbox.n());
        }
        Map<StatusItem, Long> values = access.read(snapshot -> values(snapshot, mailbox, items));
        ListResponse.writeStatus(
                out, mailbox.name(), values, items.contains(StatusItem.MAILBOXID) ? mailbox.id() : null);
    }

    private Map<StatusItem, Long> values(Snapshot snapshot, NamedMailbox mailbox, Set<StatusItem> items) {
        UidStore uids = mailbox.access().services().uids();
        Counts counts = uids.counts(snapshot, mailbox.n(), items.contains(StatusItem.SIZE));
        UidMailbox state = items.stream().anyMatch(OF_UIDS::contains)
                ? uids.mailbox(snapshot, mailbox.n()).orElse(NONE)
                : NONE;
        Map<StatusItem, Long> values = new EnumMap<>(StatusItem.class);
        for (StatusItem item : items) {
            switch (item) {
                case MESSAGES -> values.put(item, counts.messages());
                case RECENT -> values.put(item, 0L);
                case UIDNEXT -> values.put(item, state.next());
                case UIDVALIDITY -> values.put(item, state.validity());
                case UNSEEN -> values.put(item, counts.unseen());
                case DELETED -> values.put(item, counts.deleted());
                case DELETED_STORAGE -> values.put(item, deletedSize(snapshot, uids, mailbox.n()));
                case SIZE -> values.put(item, counts.size());
                // RFC 7162 §3.1.2.1: a mod-sequence value is never 0.
                case HIGHESTMODSEQ -> values.put(item, Math.max(1, state.modseq()));
                case APPENDLIMIT -> values.put(item, appendLimit);
                case MAILBOXID -> {} // not a number
            }
        }
        return values;
    }

    /** The state of a mailbox that was deleted meanwhile. */
    private static final UidMailbox NONE = new UidMailbox(1, 1, 1);

    private static long deletedSize(Snapshot snapshot, UidStore uids, long mailbox) {
        long size = 0;
        List<Long> portion = uids.deleted(snapshot, mailbox, 0, PORTION);
        while (!portion.isEmpty()) {
            size += uids.emails(snapshot, mailbox, portion).stream()
                    .mapToLong(UidEmail::size)
                    .sum();
            portion = uids.deleted(snapshot, mailbox, portion.get(portion.size() - 1), PORTION);
        }
        return size;
    }
}
