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
import svc.api.blob.BlobStore.Stored;
import svc.api.json.Json;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore;

/** Lets other bundles reach the messages of accounts. Any thread. */
@Component
public final class FiledMail implements MailStore {

    private final DefaultMailboxes defaults;
    private final Arrivals arrivals;
    private final Ledger ledger;
    private final Json json;

    /** Files here. */
    @Activate
    public FiledMail(
            @Reference DefaultMailboxes defaults,
            @Reference Arrivals arrivals,
            @Reference Ledger ledger,
            @Reference Json json) {
        this.defaults = defaults;
        this.arrivals = arrivals;
        this.ledger = ledger;
        this.json = json;
    }

    @Override
    public void open(Scope scope) {
        defaults.ensure(scope);
    }

    @Override
    public Optional<Letter> read(Stored blob) throws IOException {
        return arrivals.read(blob).map(Letter.class::cast);
    }

    @Override
    public OptionalLong mailbox(Snapshot snapshot, String role) {
        return MailboxRows.withRole(snapshot.sql(), role).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    @Override
    public List<Long> file(Transaction tx, List<Filing> filings) {
        List<Email.Entry> entries = filings.stream()
                .map(filing -> new Email.Entry(
                        ((Arrivals.Arrived) filing.letter()).arrival(),
                        filing.mailboxes(),
                        filing.keywords(),
                        filing.received()))
                .toList();
        return ledger.add(tx, entries).stream().map(Email.Added::n).toList();
    }

    @Override
    public Map<Long, Held> find(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, EmailRows.Email> rows = EmailRows.among(snapshot.sql(), numbers);
        Map<Long, Held> found = new HashMap<>();
        TextRows.blobs(snapshot.sql(), rows.keySet()).forEach((n, blob) -> {
            EmailRows.Email row = rows.get(n);
            if (row != null) {
                found.put(n, new Held(n, row.thread(), blob));
            }
        });
        return found;
    }

    @Override
    public List<Long> named(Snapshot snapshot, String messageId) {
        return MessageIds.find(snapshot.sql(), json, messageId);
    }

    @Override
    public boolean marked(Snapshot snapshot, long n, String keyword) {
        Email.Placed one = Ledger.placed(snapshot, List.of(n)).get(n);
        return one != null && one.keywords().contains(keyword);
    }

    @Override
    public boolean mark(Transaction tx, long n, String keyword) {
        Email.Placed before = Ledger.placed(tx, List.of(n)).get(n);
        if (before == null || before.keywords().contains(keyword)) {
            return false;
        }
        Set<String> keywords = new HashSet<>(before.keywords());
        keywords.add(keyword);
        ledger.change(tx, List.of(new Email.Moved(before, keywords, before.labels(), before.mailboxes())));
        return true;
    }

    @Override
    public List<Box> mailboxes(Snapshot snapshot) {
        return new NamedMailboxes(snapshot.sql()).boxes();
    }

    @Override
    public long mailbox(Transaction tx, long parent, String name) {
        return NamedMailboxes.ensure(tx, parent, name);
    }

    @Override
    public List<Listed> list(Snapshot snapshot, long mailbox, Place after, int most) {
        List<Key> keys = InMailboxRows.after(snapshot.sql(), mailbox, new Key(after.received(), after.n()), most);
        List<Long> numbers = keys.stream().map(Key::n).toList();
        Map<Long, BlobId> blobs = TextRows.blobs(snapshot.sql(), numbers);
        Map<Long, Email.Placed> placed = Ledger.placed(snapshot, numbers);
        List<Listed> listed = new ArrayList<>();
        for (Key key : keys) {
            BlobId blob = blobs.get(key.n());
            Email.Placed one = placed.get(key.n());
            if (blob != null && one != null) {
                listed.add(new Listed(new Place(key.received(), key.n()), blob, one.keywords()));
            }
        }
        return listed;
    }
}
