package svc.mail.transfer.exports;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.cap.mail.api.MailStore.MailboxEntry;
import svc.cap.mail.api.MailStore.Position;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.StoredMessage;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.mail.transfer.TransferServices;
import svc.mail.transfer.format.Keywords;

/**
 * The messages of a mailbox that an export writes: those that clients of JMAP see, and those with the flag
 * {@code \Deleted}, which only clients of IMAP see (RFC 8621 §4.1.1).
 *
 * @param services the services
 * @param mailbox the number of the mailbox
 * @param deleted the messages with the flag, oldest first
 */
record MailboxContent(TransferServices services, long mailbox, List<Marked> deleted) {

    private static final int PORTION = 1_000;

    private static final Comparator<Position> OLDEST_FIRST =
            Comparator.comparingLong(Position::received).thenComparingLong(Position::n);

    /** A message with the flag {@code \Deleted}. */
    record Marked(Position place, long uid) {}

    static MailboxContent read(TransferServices services, Scope scope, long mailbox) {
        UidStore uids = services.uids();
        List<Marked> deleted = new ArrayList<>();
        long after = 0;
        while (after >= 0) {
            long last = after;
            List<UidEmail> portion = services.store()
                    .read(
                            scope,
                            snapshot -> uids.emails(snapshot, mailbox, uids.deleted(snapshot, mailbox, last, PORTION)));
            portion.forEach(email -> deleted.add(new Marked(place(email), email.uid())));
            after = portion.isEmpty() ? -1 : portion.get(portion.size() - 1).uid();
        }
        deleted.sort(Comparator.comparing(Marked::place, OLDEST_FIRST));
        return new MailboxContent(services, mailbox, List.copyOf(deleted));
    }

    private static Position place(UidEmail email) {
        return new Position(email.received(), email.n());
    }

    /** Returns up to {@code max} messages that follow a position, oldest first. */
    List<MailboxEntry> list(Snapshot snapshot, Position after, int max) {
        List<MailboxEntry> all = new ArrayList<>(services.mail().list(snapshot, mailbox, after, max));
        all.addAll(marked(snapshot, after, max));
        all.sort(Comparator.comparing(MailboxEntry::place, OLDEST_FIRST));
        return all.size() <= max ? all : List.copyOf(all.subList(0, max));
    }

    private List<MailboxEntry> marked(Snapshot snapshot, Position after, int max) {
        List<Long> numbers = deleted.stream()
                .filter(one -> OLDEST_FIRST.compare(one.place, after) > 0)
                .limit(max)
                .map(Marked::uid)
                .toList();
        List<UidEmail> emails = services.uids().emails(snapshot, mailbox, numbers).stream()
                .filter(UidEmail::deleted) // a client can have removed the flag since the begin
                .toList();
        Map<Long, StoredMessage> messages = services.uids()
                .messages(snapshot, emails.stream().map(UidEmail::n).toList());
        return emails.stream()
                .filter(email -> messages.containsKey(email.n()))
                .map(email -> new MailboxEntry(
                        place(email),
                        Objects.requireNonNull(messages.get(email.n())).blob(),
                        keywords(email)))
                .toList();
    }

    private static Set<String> keywords(UidEmail email) {
        Set<String> keywords = new HashSet<>(email.keywords());
        keywords.add(Keywords.DELETED);
        return keywords;
    }
}
