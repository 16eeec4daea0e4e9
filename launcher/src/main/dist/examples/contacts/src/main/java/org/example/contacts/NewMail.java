package org.example.contacts;

import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.DeliveryFilter;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.IncomingMessage;
import svc.api.identity.Directory;
import svc.api.jmap.RecordRepositories;
import svc.api.jmap.RecordRepository;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;

/** Remembers when contacts send mail, and counts these mails. */
@Component(service = {DeliveryFilter.class, MetricSource.class})
public final class NewMail implements DeliveryFilter, MetricSource {

    private final Directory directory;
    private final RecordRepositories records;
    private final LongAdder mails = new LongAdder();

    @Activate
    public NewMail(@Reference Directory directory, @Reference RecordRepositories records) {
        this.directory = directory;
        this.records = records;
    }

    @Override
    public DeliveryPlan plan(IncomingMessage message, DeliveryPlan before) {
        return directory.isEnabled(message.account().organization(), Contacts.URN)
                ? before.with(tx -> remember(tx, message.sender(), message.at()))
                : before;
    }

    private void remember(Transaction tx, String sender, Instant at) {
        RecordRepository<Contact> contacts = records.of(Contact.class);
        for (long n : MailHistory.contacts(tx.sql(), sender)) {
            String id = ObjectId.format('c', n);
            contacts.update(tx, id, contacts.find(tx, id).orElseThrow().withLastMailAt(at));
            MailHistory.add(tx.sql(), n, at);
            tx.afterCommit(mails::increment);
        }
    }

    @Override
    public void collect(MetricSink sink) {
        sink.counter("contacts_mails_total", "Mails from contacts", mails.sum());
    }
}
