package svc.audit;

import java.util.List;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditLog;
import svc.api.json.Json;
import svc.api.operation.Page;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/** Writes audit entries to the store. Thread-safe. */
@Component(service = {AuditLog.class, StoredAuditLog.class})
public final class StoredAuditLog implements AuditLog {

    private static final Logger LOG = LoggerFactory.getLogger(StoredAuditLog.class);

    private final Store store;
    private final Clock clock;
    private final AuditRows rows;

    @Activate
    public StoredAuditLog(@Reference Store store, @Reference Clock clock, @Reference Json json) {
        this.store = store;
        this.clock = clock;
        this.rows = new AuditRows(json);
    }

    @Override
    public void record(Transaction tx, AuditEvent event) {
        rows.insert(tx.sql(), event, clock.now());
    }

    @Override
    public void record(AuditEvent event) {
        try {
            store.write(Scope.system(), TransactionCallback.named("svc.audit: record", tx -> {
                record(tx, event);
                return event;
            }));
        } catch (StoreException problem) {
            if (problem.kind() == StoreException.Kind.CLOSED) {
                LOG.debug("No audit entry for {} by {}: the server is not running", event.action(), actorText(event));
            } else {
                LOG.warn("Writing the audit entry for {} by {} failed", event.action(), actorText(event), problem);
            }
        } catch (RuntimeException e) {
            LOG.warn("Writing the audit entry for {} by {} failed", event.action(), actorText(event), e);
        }
    }

    private static String actorText(AuditEvent event) {
        return event.actor().kind().wireName() + " " + event.actor().id().orElse("-");
    }

    /**
     * Returns a page of entries, newest first. Without a tenant, the page contains the entries of all tenants and of
     * the server itself.
     */
    Page<AuditEntryView> page(OptionalLong organization, OptionalLong cursor, int limit) {
        return store.read(Scope.system(), snapshot -> {
            List<AuditEntryView> found =
                    rows.before(snapshot.sql(), organization, cursor.orElse(Long.MAX_VALUE), limit + 1);
            return Page.of(found, limit, rows.count(snapshot.sql(), organization), AuditEntryView::id);
        });
    }

    /** Returns the number of the entry with the id. */
    static OptionalLong number(String id) {
        return ObjectId.parse(AuditRows.LETTER, id);
    }
}
