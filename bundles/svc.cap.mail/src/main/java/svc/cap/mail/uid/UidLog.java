package svc.cap.mail.uid;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.store.Changes;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Visibility;
import svc.cap.mail.api.UidStore.ChangedEmails;
import svc.cap.mail.api.UidStore.UidChanges;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.cap.mail.capability.EmailType;

/**
 * Reads the modification sequences of a mailbox (RFC 7162) from the membership logs of its emails. The log of emails
 * with the flag {@code \Deleted} is another one than that of the other emails.
 */
final class UidLog {

    private static final List<String> TYPES = List.of(EmailType.TYPE, EmailType.MARKED_DELETED);

    /** The modification sequence of a mailbox that never changed: 0 is not valid (RFC 7162 §3.1.2.1). */
    private static final long LOWEST = 1;

    private UidLog() {}

    private static Visibility in(long mailbox) {
        return new Visibility.InContainers(Set.of(mailbox));
    }

    static boolean isWatched(Snapshot snapshot, long mailbox) {
        return TYPES.stream().allMatch(type -> snapshot.isWatched(type, mailbox));
    }

    /** Returns the highest modification sequence; 0 if the mailbox is not watched. */
    static long highest(Snapshot snapshot, long mailbox) {
        return snapshot.watchedState(TYPES, mailbox)
                .map(now -> Math.max(LOWEST, now.sequence()))
                .orElse(0L);
    }

    static Map<Long, Long> of(Snapshot snapshot, long mailbox, Collection<UidEmail> emails) {
        Map<Long, Long> sequences = new HashMap<>();
        emails.stream().collect(Collectors.groupingBy(UidEmail::deleted)).forEach((deleted, some) -> {
            Map<Long, Long> last = snapshot.lastChanges(TYPES.get(deleted ? 1 : 0), mailbox, UidReader.numbers(some));
            some.forEach(email -> sequences.put(email.uid(), last.getOrDefault(email.n(), LOWEST)));
        });
        return sequences;
    }

    /** Returns the UIDs of the emails that changed after a modification sequence. */
    static Optional<UidChanges> since(Snapshot snapshot, long mailbox, long since, int max) {
        Set<Long> numbers = new HashSet<>();
        boolean hasSameEmails = true;
        for (String type : TYPES) {
            Optional<State> now = snapshot.watchedState(List.of(type), mailbox);
            if (now.isEmpty()) {
                return Optional.empty();
            } else if (now.get().sequence() <= since) {
                continue; // none of these emails has changed
            }
            Optional<Changes> changes =
                    snapshot.changes(type, new State(now.get().epoch(), since), max, in(mailbox));
            if (changes.isEmpty() || changes.get().hasMoreChanges()) {
                return Optional.empty();
            }
            numbers.addAll(changes.get().created());
            changes.get().updated().forEach(updated -> numbers.add(updated.n()));
            hasSameEmails &= changes.get().created().isEmpty()
                    && changes.get().destroyed().isEmpty();
        }
        long[] uids = UidReader.uids(snapshot.sql(), mailbox, numbers).values().stream()
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        return Optional.of(new UidChanges(uids, hasSameEmails));
    }

    /** Returns the emails that changed after a modification sequence. */
    static Optional<ChangedEmails> emailsSince(Snapshot snapshot, long mailbox, long since, int max) {
        Map<Long, Long> last = new HashMap<>();
        for (String type : TYPES) {
            Optional<Map<Long, Long>> found = snapshot.lastChangesSince(type, mailbox, since, max);
            if (found.isEmpty() || last.size() + found.get().size() > max) {
                return Optional.empty();
            }
            last.putAll(found.get());
        }
        List<UidEmail> emails = UidReader.findByNumber(snapshot.sql(), mailbox, last.keySet());
        Map<Long, Long> modseqs =
                emails.stream().collect(Collectors.toMap(UidEmail::uid, email -> last.getOrDefault(email.n(), LOWEST)));
        return Optional.of(new ChangedEmails(emails, modseqs));
    }
}
