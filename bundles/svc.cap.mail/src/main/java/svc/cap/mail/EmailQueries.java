package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.store.Snapshot;

/** Finds the way to answer {@code Email/query} (RFC 8621 §4.4). Any thread. */
@Component(service = EmailQueries.class)
public final class EmailQueries {

    /** Answers here. */
    @Activate
    public EmailQueries() {}

    /** The plan of a query; {@code collapseThreads} is one of its further arguments. */
    QueryPlan plan(Snapshot snapshot, Query query) {
        throw new UnsupportedOperationException();
    }
}
