package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.cap.mail.message.MessageParser;

/** Metrics of mail: the number of messages in all accounts and the time to parse an incoming message. */
@Component(service = MetricSource.class)
public final class MailMetrics implements MetricSource {

    private final Store store;
    private final MessageParser parser;

    @Activate
    public MailMetrics(@Reference Store store, @Reference MessageParser parser) {
        this.store = store;
        this.parser = parser;
    }

    @Override
    public void collect(MetricSink sink) {
        long messages = store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .number(
                                "SELECT sum((SELECT sum(b.entries) FROM mail_block b WHERE b.account = a.account AND b.list = 0))"
                                        + " FROM mail_account a"));
        sink.gauge("messages", "Number of emails in all accounts.", (double) messages);
        sink.histogram("message_read_seconds", "Time to parse an incoming message.", parser.histogram());
    }
}
