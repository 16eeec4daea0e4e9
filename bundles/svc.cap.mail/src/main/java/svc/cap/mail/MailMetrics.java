package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.store.Store;

/** How many messages there are, by the sums that lists are kept with, and what reading those that arrive takes. */
@Component(service = MetricSource.class)
public final class MailMeters implements MetricSource {

    private final Store store;
    private final Arrivals arrivals;

    /** Of these. */
    @Activate
    public MailMeters(@Reference Store store, @Reference Arrivals arrivals) {
        this.store = store;
        this.arrivals = arrivals;
    }

    @Override
    public void tell(MetricSink sink) {
        long messages = store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT sum((SELECT sum(b.entries) FROM mail_block b WHERE b.account = a.account AND b.list = 0))"
                                        + " FROM mail_account a",
                                row -> row.number(1))
                        .get(0));
        sink.gauge("messages", "Messages in all accounts", (double) messages);
        sink.timings("message_read_seconds", "Reading a message that arrives", arrivals.timings());
    }
}
