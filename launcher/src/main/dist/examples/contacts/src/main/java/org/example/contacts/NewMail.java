package org.example.contacts;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.DeliveryHook;
import svc.api.identity.Directory;
import svc.api.jmap.RecordRepositories;
import svc.api.jmap.RecordRepository;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/** Remembers when contacts send mail, and counts these mails. */
@Component(service = {DeliveryHook.class, MetricSource.class})
public final class NewMail implements DeliveryHook, MetricSource {

    private final Store store;
    private final Directory directory;
    private final RecordRepositories records;
    private final LongAdder mails = new LongAdder();

    @Activate
    public NewMail(@Reference Store store, @Reference Directory directory, @Reference RecordRepositories records) {
        this.store = store;
        this.directory = directory;
        this.records = records;
    }

    @Override
    public Optional<Effect> beforeFiling(IncomingMessage message) {
        if (!directory.isEnabled(message.account().organization(), Contacts.URN)) {
            return Optional.empty();
        }
        List<String> senders = store.read(message.scope(), snapshot -> contacts(snapshot, message.sender()));
        return senders.isEmpty() ? Optional.empty() : Optional.of(tx -> remember(tx, senders, message.at()));
    }

    private List<String> contacts(Snapshot snapshot, String sender) {
        return records.of(Contact.class).all(snapshot).entrySet().stream()
                .filter(entry -> entry.getValue().emails().stream().anyMatch(sender::equalsIgnoreCase))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void remember(Transaction tx, List<String> senders, Instant at) {
        RecordRepository<Contact> contacts = records.of(Contact.class);
        for (String id : senders) {
            // The contact may have been destroyed since the snapshot.
            contacts.find(tx, id).ifPresent(contact -> {
                contacts.update(tx, id, contact.withLastMailAt(at));
                MailHistory.add(tx.sql(), ObjectId.parse('c', id).orElseThrow(), at);
                tx.afterCommit(mails::increment);
            });
        }
    }

    @Override
    public void collect(MetricSink sink) {
        sink.counter("contacts_mails_total", "Mails from contacts", mails.sum());
    }
}
