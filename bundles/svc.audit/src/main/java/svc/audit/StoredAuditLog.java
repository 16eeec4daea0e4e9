package svc.audit;

import java.util.List;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Act;
import svc.api.audit.Audit;
import svc.api.json.Json;
import svc.api.operation.Page;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreProblem;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.api.time.Clock;

/** Keeps the entries in the store. Any thread. */
@Component(service = {Audit.class, StoredAudit.class})
public final class StoredAudit implements Audit {

    private static final Logger LOG = LoggerFactory.getLogger(StoredAudit.class);

    private final Store store;
    private final Clock clock;
    private final AuditRows rows;

    /** In this store. */
    @Activate
    public StoredAudit(@Reference Store store, @Reference Clock clock, @Reference Json json) {
        this.store = store;
        this.clock = clock;
        this.rows = new AuditRows(json);
    }

    @Override
    public void record(Transaction tx, Act act) {
        rows.insert(tx.sql(), act, clock.now());
    }

    @Override
    public void record(Act act) {
        try {
            store.write(Scope.system(), Writing.named("svc.audit: record", tx -> {
                record(tx, act);
                return act;
            }));
        } catch (StoreProblem problem) {
            if (problem.kind() == StoreProblem.Kind.CLOSED) {
                LOG.debug("{} by {} left no entry: no server runs", act.action(), who(act));
            } else {
                LOG.warn("{} by {} left no entry in the audit", act.action(), who(act), problem);
            }
        } catch (RuntimeException e) {
            LOG.warn("{} by {} left no entry in the audit", act.action(), who(act), e);
        }
    }

    private static String who(Act act) {
        return act.actor().kind().word() + " " + act.actor().id().orElse("-");
    }

    /** A part of the entries, the newest first; empty stands for all organizations and the server itself. */
    Page<EntryView> page(OptionalLong organization, OptionalLong cursor, int limit) {
        return store.read(Scope.system(), snapshot -> {
            List<EntryView> found = rows.before(snapshot.sql(), organization, cursor.orElse(Long.MAX_VALUE), limit + 1);
            return Page.of(found, limit, rows.count(snapshot.sql(), organization), EntryView::id);
        });
    }

    /** The number of an entry by its id. */
    static OptionalLong number(String id) {
        return ObjectId.number(AuditRows.LETTER, id);
    }
}
