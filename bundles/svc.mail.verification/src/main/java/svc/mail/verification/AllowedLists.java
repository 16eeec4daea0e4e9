package svc.mail.verification;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AuditRecorder;
import svc.api.store.Scope;
import svc.api.store.Store;

/** The mailing lists whose messages tenants accept although they fail DMARC. Thread-safe. */
@Component(service = AllowedLists.class)
public final class AllowedLists {

    private final Store store;

    @Activate
    public AllowedLists(@Reference Store store) {
        this.store = store;
    }

    /**
     * An allowed mailing list.
     *
     * @param tenantId the id of the tenant that allows it
     * @param domain the domain for which SPF or DKIM authenticates the messages of the list
     */
    record AllowedList(String tenantId, String domain) {}

    List<AllowedList> all() {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT tenant, domain FROM allowed_list ORDER BY tenant, domain",
                                row -> new AllowedList(
                                        requireNonNull(row.getString(1)), requireNonNull(row.getString(2)))));
    }

    /** Returns the tenants that allow one of these domains. */
    Set<String> tenants(Stream<String> domains) {
        List<String> all = domains.distinct().toList();
        return store.read(Scope.system(), snapshot -> {
            Set<String> tenants = new HashSet<>();
            for (String domain : all) {
                tenants.addAll(snapshot.sql()
                        .select(
                                "SELECT tenant FROM allowed_list WHERE domain = ?",
                                row -> requireNonNull(row.getString(1)),
                                domain));
            }
            return tenants;
        });
    }

    void add(AllowedList list, AuditRecorder audit) {
        store.write(Scope.system(), tx -> {
            audit.record(tx, list.tenantId(), list.domain());
            return tx.sql()
                    .update(
                            "INSERT INTO allowed_list (domain, tenant) VALUES (?, ?) ON CONFLICT (domain, tenant) DO NOTHING",
                            list.domain(),
                            list.tenantId());
        });
    }

    /** Removes a list. Returns whether it was there. */
    boolean remove(AllowedList list, AuditRecorder audit) {
        return store.write(Scope.system(), tx -> {
            boolean wasThere = tx.sql()
                            .update(
                                    "DELETE FROM allowed_list WHERE domain = ? AND tenant = ?",
                                    list.domain(),
                                    list.tenantId())
                    > 0;
            if (wasThere) {
                audit.record(tx, list.tenantId(), list.domain());
            }
            return wasThere;
        });
    }
}
