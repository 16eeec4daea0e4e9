package svc.proto.imap.search;

import static java.util.Objects.requireNonNull;

import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import svc.api.store.Snapshot;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.EmailFields;
import svc.cap.mail.api.UidStore.Field;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.cap.mail.api.UidStore.UidValues;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.SelectedMailbox;

/**
 * Reads the rows of a mailbox in slices. Each slice has a snapshot of its own, so that a long search keeps no snapshot
 * open. Not thread-safe.
 */
final class MailboxRows {

    /** The number of emails that are read in a snapshot. */
    private static final int SLICE = 2_000;

    /** If a slice covers at most this many UIDs for each email, it is read as one range. */
    private static final int SPREAD = 4;

    private final MailAccess access;
    private final UidStore uids;
    private final long mailbox;

    MailboxRows(SelectedMailbox selected) {
        this.access = selected.access();
        this.uids = access.services().uids();
        this.mailbox = selected.mailbox();
    }

    /** Passes the values of emails in ascending order of their UIDs, slice by slice, with the snapshot of the slice. */
    void forEach(NumberSet among, BiConsumer<Snapshot, List<UidValues>> action) {
        for (NumberSet slice : UidSets.slices(among, SLICE)) {
            access.read(snapshot -> {
                action.accept(snapshot, values(snapshot, slice));
                return slice;
            });
        }
    }

    /** Returns the values of the emails of a small set. */
    List<UidValues> values(Snapshot snapshot, NumberSet slice) {
        long first = slice.first(0);
        long last = slice.last(slice.ranges() - 1);
        return last - first >= SPREAD * slice.count()
                ? uids.values(snapshot, mailbox, UidSets.list(slice))
                : uids.values(snapshot, mailbox, first, last).stream()
                        .filter(row -> slice.contains(row.uid()))
                        .toList();
    }

    /** Returns the numbers of the emails of a small set, by UID in ascending order. */
    Map<Long, Long> numbers(Snapshot snapshot, NumberSet slice) {
        long first = slice.first(0);
        long last = slice.last(slice.ranges() - 1);
        if (last - first < SPREAD * slice.count()) {
            Map<Long, Long> numbers = uids.numbers(snapshot, mailbox, first, last);
            numbers.keySet().removeIf(uid -> !slice.contains(uid));
            return numbers;
        }
        Map<Long, Long> numbers = new LinkedHashMap<>();
        uids.values(snapshot, mailbox, UidSets.list(slice)).forEach(row -> numbers.put(row.uid(), row.n()));
        return numbers;
    }

    /** Returns the emails whose values match. */
    NumberSet matching(NumberSet among, Predicate<UidValues> condition) {
        NumberSet.Builder found = new NumberSet.Builder();
        forEach(
                among,
                (snapshot, rows) -> rows.stream().filter(condition).forEach(row -> found.add(row.uid(), row.uid())));
        return found.build();
    }

    /** Returns the emails with or without a keyword, by reading all of them. */
    NumberSet withKeyword(NumberSet among, String keyword, boolean present) {
        NumberSet.Builder found = new NumberSet.Builder();
        for (NumberSet slice : UidSets.slices(among, SLICE)) {
            emails(slice).stream()
                    .filter(email -> email.keywords().contains(keyword) == present)
                    .forEach(email -> found.add(email.uid(), email.uid()));
        }
        return found.build();
    }

    private List<UidEmail> emails(NumberSet slice) {
        return access.read(snapshot -> uids.emails(snapshot, mailbox, UidSets.list(slice)));
    }

    /** Returns the modification sequences of emails, by UID. */
    private Map<Long, Long> modseqs(NumberSet slice) {
        return access.read(
                snapshot -> uids.modseqs(snapshot, mailbox, uids.emails(snapshot, mailbox, UidSets.list(slice))));
    }

    /** Returns the emails with at least a modification sequence, by reading all of them. */
    NumberSet changedSince(NumberSet among, long modseq) {
        NumberSet.Builder found = new NumberSet.Builder();
        for (NumberSet slice : UidSets.slices(among, SLICE)) {
            modseqs(slice).entrySet().stream()
                    .filter(entry -> entry.getValue() >= modseq)
                    .map(Map.Entry::getKey)
                    .sorted()
                    .forEach(uid -> found.add(uid, uid));
        }
        return found.build();
    }

    /** Returns the highest modification sequence of emails; 1 without emails. */
    long highestModSeq(NumberSet among) {
        return UidSets.slices(among, SLICE).stream()
                .flatMap(slice -> modseqs(slice).values().stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(1);
    }

    /**
     * Returns the emails whose Date field is on a day that matches. The day is that in the zone of the field (RFC 9051
     * §6.4.4). The rows have the time in UTC; the header is read only where the zone can change the result.
     */
    NumberSet sent(NumberSet among, DayCondition condition) {
        NumberSet.Builder found = new NumberSet.Builder();
        forEach(among, (snapshot, rows) -> {
            Set<Long> unknown = new HashSet<>();
            rows.stream()
                    .filter(row -> row.sent() != null && condition.isNear(requireNonNull(row.sent())))
                    .forEach(row -> unknown.add(row.n()));
            Map<Long, EmailFields> fields =
                    unknown.isEmpty() ? Map.of() : uids.fields(snapshot, unknown, Set.of(Field.DATE));
            for (UidValues row : rows) {
                Long sent = row.sent();
                EmailFields known = fields.get(row.n());
                OffsetDateTime date = known == null ? null : known.sent();
                if (sent != null && (date == null ? condition.test(sent) : condition.test(date.toLocalDate()))) {
                    found.add(row.uid(), row.uid());
                }
            }
        });
        return found.build();
    }

    /** Returns those of the emails whose numbers are in a set. */
    NumberSet withNumbers(Snapshot snapshot, List<Long> numbers, NumberSet among) {
        return NumberSet.of(uids.uids(snapshot, mailbox, numbers).values().stream()
                .mapToLong(Long::longValue)
                .filter(among::contains)
                .sorted()
                .toArray());
    }

    /** Returns all UIDs with the flag {@code \Deleted}. */
    NumberSet deleted() {
        NumberSet.Builder found = new NumberSet.Builder();
        long after = 0;
        List<Long> page;
        do {
            long from = after;
            page = access.read(snapshot -> uids.deleted(snapshot, mailbox, from, SLICE));
            page.forEach(uid -> found.add(uid, uid));
            after = page.isEmpty() ? after : page.get(page.size() - 1);
        } while (page.size() == SLICE);
        return found.build();
    }
}
