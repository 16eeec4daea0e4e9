package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.json.Json;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.mailbox.DefaultMailboxes;
import svc.cap.mail.message.BodyStructureCodec;
import svc.cap.mail.message.EmailSummary;
import svc.cap.mail.message.FirstNumberRows;
import svc.cap.mail.message.StoredStructureRows;
import svc.cap.mail.table.UidRows;
import svc.cap.mail.table.UidRunRows;
import svc.cap.mail.uid.MailboxOpening.MailboxRow;
import svc.cap.mail.write.ContainerWatch;
import svc.cap.mail.write.UidAssignment;

/** The {@link UidStore} service. Thread-safe. */
@Component
public final class UidStoreService implements UidStore {

    private final MailboxOpening opening;
    private final UidEdits edits;
    private final Json json;
    private final EmailFieldReader fieldReader;

    @Activate
    public UidStoreService(
            @Reference Store store,
            @Reference Clock clock,
            @Reference DefaultMailboxes defaults,
            @Reference UidAssignment assignment,
            @Reference ContainerWatch watch,
            @Reference UidEdits edits,
            @Reference Json json) {
        this.opening = new MailboxOpening(store, clock, defaults, assignment, watch);
        this.edits = edits;
        this.json = json;
        this.fieldReader = new EmailFieldReader(json);
    }

    @Override
    public void open(Scope scope, long mailbox) {
        opening.open(scope, mailbox);
    }

    @Override
    public Optional<UidMailbox> mailbox(Snapshot snapshot, long mailbox) {
        return opening.find(snapshot, mailbox)
                .map(row -> new UidMailbox(row.validity(), row.next(), UidLog.highest(snapshot, mailbox)));
    }

    @Override
    public long[] ranges(Snapshot snapshot, long mailbox) {
        return UidRunRows.of(snapshot.sql(), mailbox).stream()
                .flatMapToLong(run -> LongStream.of(run.first(), run.last()))
                .toArray();
    }

    @Override
    public long modseq(Snapshot snapshot, long mailbox) {
        return UidLog.highest(snapshot, mailbox);
    }

    @Override
    public Counts counts(Snapshot snapshot, long mailbox, boolean size) {
        long deleted = snapshot.sql()
                .number(
                        "select count(*) from mail_uid where account = :account and mailbox = ? and deleted = 1",
                        mailbox);
        return new Counts(
                opening.find(snapshot, mailbox).map(MailboxRow::emails).orElse(0) + deleted,
                UidReader.unseen(snapshot.sql(), mailbox),
                deleted,
                size ? UidReader.size(snapshot.sql(), mailbox) : 0);
    }

    @Override
    public long firstUnseen(Snapshot snapshot, long mailbox) {
        return UidReader.firstUnseen(snapshot.sql(), mailbox);
    }

    @Override
    public List<String> keywords(Snapshot snapshot, int max) {
        return snapshot.sql()
                .select(
                        "select name from mail_word where account = :account and n >= 16 and name not like '(%'"
                                + " order by name limit ?",
                        row -> requireNonNull(row.getString(1)), max);
    }

    @Override
    public List<UidEmail> emails(Snapshot snapshot, long mailbox, long first, long last, int max) {
        return UidReader.between(snapshot.sql(), mailbox, first, last, max);
    }

    @Override
    public List<UidEmail> emails(Snapshot snapshot, long mailbox, Collection<Long> uids) {
        return UidReader.find(snapshot.sql(), mailbox, uids);
    }

    @Override
    public Map<Long, Long> modseqs(Snapshot snapshot, long mailbox, Collection<UidEmail> emails) {
        return UidLog.of(snapshot, mailbox, emails);
    }

    @Override
    public Optional<UidChanges> changes(Snapshot snapshot, long mailbox, long since, int max) {
        return UidLog.since(snapshot, mailbox, since, max);
    }

    @Override
    public Optional<ChangedEmails> changedEmails(Snapshot snapshot, long mailbox, long since, int max) {
        return UidLog.emailsSince(snapshot, mailbox, since, max);
    }

    @Override
    public Map<Long, StoredMessage> messages(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, StoredMessage> messages = new HashMap<>();
        svc.cap.mail.message.StoredMessage.withStructure(snapshot.sql(), numbers)
                .forEach((n, stored) -> messages.put(
                        n, new StoredMessage(stored.blob(), BodyStructureCodec.decode(stored.structure()))));
        return messages;
    }

    @Override
    public Map<Long, StoredStructure> structures(Snapshot snapshot, Collection<Long> numbers) {
        return StoredStructureRows.find(snapshot.sql(), numbers);
    }

    @Override
    public void keepStructures(Transaction tx, Map<Long, StoredStructure> structures) {
        StoredStructureRows.insert(tx.sql(), structures);
    }

    @Override
    public Map<Long, String> previews(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, String> previews = new HashMap<>();
        svc.cap.mail.message.StoredMessage.summaries(snapshot.sql(), numbers)
                .forEach((n, stored) -> previews.put(n, preview(stored.summary())));
        return previews;
    }

    private String preview(EmailSummary summary) {
        return json.find(summary.json("preview"), List.of())
                .map(found -> found.value() instanceof String text ? text : "")
                .orElse("");
    }

    @Override
    public Map<Long, Long> firstNumbers(Snapshot snapshot, Collection<Long> numbers) {
        return FirstNumberRows.find(snapshot.sql(), numbers);
    }

    @Override
    public List<Long> withFirstNumber(Snapshot snapshot, long first) {
        return FirstNumberRows.having(snapshot.sql(), first);
    }

    @Override
    public Map<Long, Long> uids(Snapshot snapshot, long mailbox, Collection<Long> numbers) {
        return UidReader.uids(snapshot.sql(), mailbox, numbers);
    }

    @Override
    public List<UidValues> values(Snapshot snapshot, long mailbox, long first, long last) {
        return UidSearch.between(snapshot.sql(), mailbox, first, last);
    }

    @Override
    public List<UidValues> values(Snapshot snapshot, long mailbox, Collection<Long> uids) {
        return UidSearch.find(snapshot.sql(), mailbox, uids);
    }

    @Override
    public Map<Long, Long> numbers(Snapshot snapshot, long mailbox, long first, long last) {
        return UidSearch.numbers(snapshot.sql(), mailbox, first, last);
    }

    @Override
    public Optional<long[]> withKeyword(Snapshot snapshot, long mailbox, String keyword, long max) {
        return UidSearch.withKeyword(snapshot.sql(), mailbox, keyword, max);
    }

    @Override
    public Optional<long[]> received(Snapshot snapshot, long mailbox, long from, long end, long max) {
        return UidSearch.received(snapshot.sql(), mailbox, from, end, max);
    }

    @Override
    public Map<Long, Long> hidden(Snapshot snapshot, long mailbox) {
        return UidSearch.hidden(snapshot.sql(), mailbox);
    }

    @Override
    public Map<Long, SortTexts> sortTexts(Snapshot snapshot, Collection<Long> numbers) {
        return UidSearch.sortTexts(snapshot.sql(), numbers);
    }

    @Override
    public Map<Long, EmailFields> fields(Snapshot snapshot, Collection<Long> numbers, Set<Field> wanted) {
        return fieldReader.find(snapshot.sql(), numbers, wanted);
    }

    @Override
    public void store(Transaction tx, long mailbox, Collection<Long> uids, FlagChange change) {
        edits.store(tx, mailbox, uids, requireNonNull(change));
    }

    @Override
    public List<Long> expunge(Transaction tx, long mailbox, Collection<Long> uids) {
        return edits.expunge(tx, mailbox, uids);
    }

    @Override
    public List<Long> deleted(Snapshot snapshot, long mailbox, long after, int max) {
        return UidRows.deletedIn(snapshot.sql(), mailbox, after, max).stream()
                .map(UidRows.Entry::uid)
                .toList();
    }

    @Override
    public Map<Long, Long> copy(Transaction tx, long mailbox, Collection<Long> uids, long target) {
        return edits.copy(tx, mailbox, uids, target);
    }

    @Override
    public Map<Long, Long> move(Transaction tx, long mailbox, Collection<Long> uids, long target) {
        return edits.move(tx, mailbox, uids, target);
    }
}
