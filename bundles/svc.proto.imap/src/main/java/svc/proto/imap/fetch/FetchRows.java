package svc.proto.imap.fetch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.store.Snapshot;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.ChangedEmails;
import svc.cap.mail.api.UidStore.StoredMessage;
import svc.cap.mail.api.UidStore.StoredStructure;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.proto.imap.command.FetchItem.Simple;
import svc.proto.imap.grammar.NumberSet;

/**
 * The messages of a chunk as one snapshot has them.
 *
 * @param emails the emails, in the order of their UIDs
 * @param missing the number of messages that do not exist any more
 * @param modseqs the modification sequences by UID
 * @param structures the stored structures by the number of the email
 * @param previews the previews by the number of the email
 * @param firstNumbers the first numbers by the number of the email
 * @param messages the parts by UID
 */
record FetchRows(
        List<UidEmail> emails,
        long missing,
        Map<Long, Long> modseqs,
        Map<Long, StoredStructure> structures,
        Map<Long, String> previews,
        Map<Long, Long> firstNumbers,
        Map<Long, StoredMessage> messages) {

    /** A modification sequence that all messages exceed. */
    static final long ALL = -1;

    /**
     * Reads messages.
     *
     * @param since only messages with a higher modification sequence are read
     */
    static FetchRows read(
            Snapshot snapshot, UidStore uids, long mailbox, NumberSet wanted, FetchPlan plan, long since) {
        List<UidEmail> emails = emails(snapshot, uids, mailbox, wanted);
        long missing = wanted.count() - emails.size();
        Map<Long, Long> modseqs = plan.has(Simple.MODSEQ) ? uids.modseqs(snapshot, mailbox, emails) : Map.of();
        if (since != ALL) {
            emails = emails.stream()
                    .filter(email -> modseqs.getOrDefault(email.uid(), 0L) > since)
                    .toList();
        }
        return read(snapshot, uids, emails, missing, modseqs, plan);
    }

    /** Reads what a plan needs of those changed emails that are wanted. */
    static FetchRows read(Snapshot snapshot, UidStore uids, ChangedEmails changed, NumberSet wanted, FetchPlan plan) {
        List<UidEmail> emails = changed.emails().stream()
                .filter(email -> wanted.contains(email.uid()))
                .toList();
        return read(snapshot, uids, emails, 0, changed.modseqs(), plan);
    }

    private static FetchRows read(
            Snapshot snapshot,
            UidStore uids,
            List<UidEmail> emails,
            long missing,
            Map<Long, Long> modseqs,
            FetchPlan plan) {
        List<Long> numbers = emails.stream().map(UidEmail::n).toList();
        return new FetchRows(
                emails,
                missing,
                modseqs,
                plan.needsStructures() ? uids.structures(snapshot, numbers) : Map.of(),
                plan.needsPreviews() ? uids.previews(snapshot, numbers) : Map.of(),
                plan.has(Simple.EMAILID) ? uids.firstNumbers(snapshot, numbers) : Map.of(),
                plan.needsParts() ? messages(snapshot, uids, emails) : Map.of());
    }

    /** Reads emails by a range of UIDs, if few of the range are not wanted. */
    static List<UidEmail> emails(Snapshot snapshot, UidStore uids, long mailbox, NumberSet wanted) {
        long first = wanted.first(0);
        long last = wanted.last(wanted.ranges() - 1);
        if (last - first + 1 <= 2 * wanted.count()) {
            List<UidEmail> found = uids.emails(snapshot, mailbox, first, last, (int) (last - first + 1));
            return wanted.ranges() == 1
                    ? found
                    : found.stream()
                            .filter(email -> wanted.contains(email.uid()))
                            .toList();
        }
        List<Long> each = new ArrayList<>();
        wanted.forEach(each::add);
        return uids.emails(snapshot, mailbox, each);
    }

    /** Returns the parts of messages, by UID. */
    static Map<Long, StoredMessage> messages(Snapshot snapshot, UidStore uids, Collection<UidEmail> emails) {
        Map<Long, StoredMessage> byNumber =
                uids.messages(snapshot, emails.stream().map(UidEmail::n).toList());
        Map<Long, StoredMessage> byUid = new HashMap<>();
        for (UidEmail email : emails) {
            StoredMessage message = byNumber.get(email.n());
            if (message != null) {
                byUid.put(email.uid(), message);
            }
        }
        return byUid;
    }
}
