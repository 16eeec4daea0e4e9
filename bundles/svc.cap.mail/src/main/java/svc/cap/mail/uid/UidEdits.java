package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Transaction;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.cap.mail.message.FirstNumberRows;
import svc.cap.mail.table.HiddenEmailRows;
import svc.cap.mail.table.HiddenEmailRows.Hidden;
import svc.cap.mail.table.LabelKeyword;
import svc.cap.mail.table.UidRows;
import svc.cap.mail.write.CreatedEmail;
import svc.cap.mail.write.DeletedFlagWriter;
import svc.cap.mail.write.EmailInsert;
import svc.cap.mail.write.EmailMetadata;
import svc.cap.mail.write.EmailUpdate;
import svc.cap.mail.write.EmailWriter;

/** Changes emails by UID: flags, copies, moves and expunges. Thread-safe. */
@Component(service = UidEdits.class)
public final class UidEdits {

    private final EmailWriter emailWriter;
    private final DeletedFlagWriter deletedFlags;

    @Activate
    public UidEdits(@Reference EmailWriter emailWriter, @Reference DeletedFlagWriter deletedFlags) {
        this.emailWriter = emailWriter;
        this.deletedFlags = deletedFlags;
    }

    void store(Transaction tx, long mailbox, Collection<Long> uids, FlagChange change) {
        List<UidEmail> emails = UidReader.find(tx.sql(), mailbox, uids);
        changeKeywords(tx, emails, change);
        List<Long> set = new ArrayList<>();
        List<Long> cleared = new ArrayList<>();
        for (UidEmail email : emails) {
            boolean after = switch (change.mode()) {
                case ADD -> email.deleted() || change.deleted();
                case REMOVE -> email.deleted() && !change.deleted();
                case REPLACE -> change.deleted();
            };
            if (after != email.deleted()) {
                (after ? set : cleared).add(email.n());
            }
        }
        if (!set.isEmpty()) {
            deletedFlags.set(tx, mailbox, set);
        }
        if (!cleared.isEmpty()) {
            deletedFlags.addTo(tx, mailbox, cleared);
        }
    }

    private void changeKeywords(Transaction tx, List<UidEmail> emails, FlagChange change) {
        Map<Long, Set<String>> wanted = new HashMap<>();
        for (UidEmail email : emails) {
            Set<String> keywords = new HashSet<>(email.keywords());
            switch (change.mode()) {
                case ADD -> keywords.addAll(change.keywords());
                case REMOVE -> keywords.removeAll(change.keywords());
                case REPLACE -> {
                    keywords.clear();
                    keywords.addAll(change.keywords());
                }
            }
            if (!keywords.equals(email.keywords())) {
                wanted.put(email.n(), keywords);
            }
        }
        if (wanted.isEmpty()) {
            return;
        }
        Map<Long, EmailMetadata> present = EmailWriter.metadata(tx, wanted.keySet());
        emailWriter.change(
                tx,
                present.values().stream()
                        .map(email -> new EmailUpdate(
                                email, requireNonNull(wanted.get(email.n())), email.labels(), email.mailboxes()))
                        .toList());
        Map<Long, Set<String>> hidden = new HashMap<>();
        HiddenEmailRows.find(tx.sql(), wanted.keySet()).forEach((n, row) -> {
            Set<Long> labels = LabelKeyword.splitLabels(row.words(), new HashSet<>());
            hidden.put(n, LabelKeyword.allKeywords(requireNonNull(wanted.get(n)), labels));
        });
        deletedFlags.setKeywords(tx, hidden);
    }

    List<Long> expunge(Transaction tx, long mailbox, Collection<Long> uids) {
        Set<Long> deleted = UidReader.find(tx.sql(), mailbox, uids).stream()
                .filter(UidEmail::deleted)
                .map(UidEmail::uid)
                .collect(Collectors.toSet());
        deletedFlags.expunge(tx, mailbox, UidRows.find(tx.sql(), mailbox, deleted));
        return deleted.stream().sorted().toList();
    }

    /** How an email is copied. */
    private enum Kind {
        /** The email is added to the target. */
        ADD,
        /** The email exists for IMAP only, and returns for JMAP in the target. */
        RESTORE,
        /** The email is in the target already; another email with the same message is added. */
        DUPLICATE
    }

    /** Emails are copied in the order of their UIDs, consecutive emails of one kind together. */
    Map<Long, Long> copy(Transaction tx, long mailbox, Collection<Long> uids, long target) {
        List<UidEmail> emails = UidReader.find(tx.sql(), mailbox, uids);
        List<Long> numbers = UidReader.numbers(emails);
        Set<Long> there = UidReader.uids(tx.sql(), target, numbers).keySet();
        Map<Long, Hidden> hidden = HiddenEmailRows.find(tx.sql(), numbers);
        Map<Long, Long> copied = new TreeMap<>();
        List<Long> group = new ArrayList<>();
        Kind kind = Kind.ADD;
        for (UidEmail email : emails) {
            Kind next = there.contains(email.n())
                    ? Kind.DUPLICATE
                    : hidden.containsKey(email.n()) ? Kind.RESTORE : Kind.ADD;
            if (next != kind && !group.isEmpty()) {
                copied.putAll(copyGroup(tx, mailbox, group, target, kind));
                group.clear();
            }
            kind = next;
            group.add(email.uid());
        }
        copied.putAll(copyGroup(tx, mailbox, group, target, kind));
        return copied;
    }

    private Map<Long, Long> copyGroup(Transaction tx, long mailbox, List<Long> uids, long target, Kind kind) {
        // The numbers can have changed, because a copy can merge threads.
        List<UidEmail> emails = UidReader.find(tx.sql(), mailbox, uids);
        List<Long> numbers = UidReader.numbers(emails);
        Map<Long, Long> copied = new TreeMap<>();
        if (kind == Kind.DUPLICATE) {
            Map<Long, Long> sources = FirstNumberRows.all(tx.sql(), numbers);
            Map<Long, EmailInsert> duplicates = deletedFlags.duplicates(tx, target, numbers);
            List<CreatedEmail> added = emailWriter.add(
                    tx,
                    numbers.stream().map(n -> requireNonNull(duplicates.get(n))).toList());
            Map<Long, Long> targets = UidReader.uids(
                    tx.sql(), target, added.stream().map(CreatedEmail::n).toList());
            Map<Long, Long> firstNumbers = new HashMap<>();
            for (int i = 0; i < added.size(); i++) {
                firstNumbers.put(added.get(i).n(), requireNonNull(sources.get(numbers.get(i))));
                copied.put(
                        emails.get(i).uid(),
                        requireNonNull(targets.get(added.get(i).n())));
            }
            FirstNumberRows.insert(tx.sql(), firstNumbers);
        } else if (!emails.isEmpty()) {
            deletedFlags.addTo(tx, target, numbers);
            List<UidRows.Entry> now = UidRows.find(tx.sql(), mailbox, uids);
            Map<Long, Long> targets = UidReader.uids(
                    tx.sql(), target, now.stream().map(UidRows.Entry::n).toList());
            now.forEach(entry -> copied.put(entry.uid(), requireNonNull(targets.get(entry.n()))));
        }
        return copied;
    }

    Map<Long, Long> move(Transaction tx, long mailbox, Collection<Long> uids, long target) {
        Map<Long, Long> copied = copy(tx, mailbox, uids, target);
        List<UidEmail> emails = UidReader.find(tx.sql(), mailbox, copied.keySet());
        expunge(tx, mailbox, copied.keySet());
        emailWriter.leave(
                tx,
                mailbox,
                EmailWriter.metadata(
                                tx,
                                emails.stream()
                                        .filter(email -> !email.deleted())
                                        .map(UidEmail::n)
                                        .toList())
                        .values());
        return copied;
    }
}
