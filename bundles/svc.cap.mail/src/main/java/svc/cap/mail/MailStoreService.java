package svc.cap.mail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.json.Json;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.mailbox.DefaultMailboxes;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.mailbox.MailboxView;
import svc.cap.mail.mailbox.SubscriptionRows;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.mailboxset.MailboxPaths;
import svc.cap.mail.message.MessageIdLookup;
import svc.cap.mail.message.MessageParser;
import svc.cap.mail.message.MessageParser.Parsed;
import svc.cap.mail.message.ParsedMessageRows;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.EmailRows.Email;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.ReceivedKey;
import svc.cap.mail.write.CreatedEmail;
import svc.cap.mail.write.EmailInsert;
import svc.cap.mail.write.EmailMetadata;
import svc.cap.mail.write.EmailUpdate;
import svc.cap.mail.write.EmailWriter;

/** The {@link MailStore} service. Thread-safe. */
@Component
public final class MailStoreService implements MailStore {

    private final DefaultMailboxes defaults;
    private final MessageParser parser;
    private final EmailWriter emailWriter;
    private final Json json;

    @Activate
    public MailStoreService(
            @Reference DefaultMailboxes defaults,
            @Reference MessageParser parser,
            @Reference EmailWriter emailWriter,
            @Reference Json json) {
        this.defaults = defaults;
        this.parser = parser;
        this.emailWriter = emailWriter;
        this.json = json;
    }

    @Override
    public void open(Scope scope) {
        defaults.ensure(scope);
    }

    @Override
    public Optional<ParsedMessage> read(StoredBlob blob) throws IOException {
        return parser.read(blob).map(ParsedMessage.class::cast);
    }

    @Override
    public OptionalLong mailbox(Snapshot snapshot, String role) {
        return MailboxRows.withRole(snapshot.sql(), role).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    @Override
    public List<Long> file(Transaction tx, List<NewEmail> filings) {
        List<EmailInsert> entries = filings.stream()
                .map(filing -> new EmailInsert(
                        ((Parsed) filing.letter()).message(), filing.mailboxes(), filing.keywords(), filing.received()))
                .toList();
        return emailWriter.add(tx, entries).stream().map(CreatedEmail::n).toList();
    }

    @Override
    public Map<Long, StoredEmail> find(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, Email> rows = EmailRows.find(snapshot.sql(), numbers);
        Map<Long, StoredEmail> found = new HashMap<>();
        ParsedMessageRows.blobs(snapshot.sql(), rows.keySet()).forEach((n, blob) -> {
            Email row = rows.get(n);
            if (row != null) {
                found.put(n, new StoredEmail(n, row.thread(), blob));
            }
        });
        return found;
    }

    @Override
    public Set<Long> visible(Snapshot snapshot, AccessibleAccount reach, Collection<Long> numbers) {
        return VisibleContainers.of(reach).emails(snapshot.sql(), numbers);
    }

    @Override
    public Set<Long> mailboxesOf(Snapshot snapshot, long n) {
        return InMailboxRows.of(snapshot.sql(), List.of(n)).getOrDefault(n, Set.of());
    }

    @Override
    public List<Long> named(Snapshot snapshot, String messageId) {
        return MessageIdLookup.find(snapshot.sql(), json, messageId);
    }

    @Override
    public boolean marked(Snapshot snapshot, long n, String keyword) {
        EmailMetadata one = EmailWriter.metadata(snapshot, List.of(n)).get(n);
        return one != null && one.keywords().contains(keyword);
    }

    @Override
    public boolean mark(Transaction tx, long n, String keyword) {
        EmailMetadata before = EmailWriter.metadata(tx, List.of(n)).get(n);
        if (before == null || before.keywords().contains(keyword)) {
            return false;
        }
        Set<String> keywords = new HashSet<>(before.keywords());
        keywords.add(keyword);
        emailWriter.change(tx, List.of(new EmailUpdate(before, keywords, before.labels(), before.mailboxes())));
        return true;
    }

    @Override
    public List<MailboxInfo> mailboxes(Snapshot snapshot) {
        return new MailboxPaths(snapshot.sql()).all();
    }

    @Override
    public List<VisibleMailbox> mailboxes(Snapshot snapshot, AccessibleAccount account, Caller caller) {
        MailboxView view = MailboxView.of(snapshot.sql(), account, caller, true);
        List<Mailbox> all = MailboxRows.all(snapshot.sql(), Integer.MAX_VALUE);
        return view.visible().seen(snapshot.sql(), all, false).stream()
                .map(view::visible)
                .toList();
    }

    @Override
    public void subscribe(Transaction tx, long mailbox, long user, boolean subscribed) {
        boolean changes = SubscriptionRows.of(tx.sql(), user).contains(mailbox) != subscribed;
        if (changes && !MailboxRows.find(tx.sql(), List.of(mailbox)).isEmpty()) {
            SubscriptionRows.set(tx.sql(), mailbox, user, subscribed);
            tx.logUpdated(Mailbox.TYPE, mailbox, Mailbox.CORE);
        }
    }

    @Override
    public long mailbox(Transaction tx, long parent, String name) {
        return MailboxPaths.ensure(tx, parent, name);
    }

    @Override
    public List<MailboxEntry> list(Snapshot snapshot, long mailbox, Position after, int max) {
        List<ReceivedKey> keys =
                InMailboxRows.after(snapshot.sql(), mailbox, new ReceivedKey(after.received(), after.n()), max);
        List<Long> numbers = keys.stream().map(ReceivedKey::n).toList();
        Map<Long, BlobId> blobs = ParsedMessageRows.blobs(snapshot.sql(), numbers);
        Map<Long, EmailMetadata> placed = EmailWriter.metadata(snapshot, numbers);
        List<MailboxEntry> listed = new ArrayList<>();
        for (ReceivedKey key : keys) {
            BlobId blob = blobs.get(key.n());
            EmailMetadata one = placed.get(key.n());
            if (blob != null && one != null) {
                listed.add(new MailboxEntry(new Position(key.received(), key.n()), blob, one.keywords()));
            }
        }
        return listed;
    }
}
