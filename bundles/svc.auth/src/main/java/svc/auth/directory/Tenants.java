package svc.auth.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.storage.AccountStore;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.Domain;
import svc.auth.storage.Plan;
import svc.auth.storage.Tenant;
import svc.auth.storage.Tenant.Branding;
import svc.auth.storage.TenantRows;

/** Reads and changes tenants for operators. When a method returns, its change is in effect. Thread-safe. */
@Component(service = Tenants.class)
public final class Tenants {

    private final AccountStore identities;

    @Activate
    public Tenants(@Reference AccountStore identities) {
        this.identities = identities;
    }

    /** Returns a page of the tenants, which begins after the cursor of the request. */
    public Page<Tenant> list(Optional<String> q, PageRequest page) {
        int most = page.checkedLimit();
        long after = page.cursorNumber(Tenant.LETTER);
        Optional<String> wanted = q.filter(text -> !text.isBlank());
        return identities.read(snapshot -> {
            Sql sql = snapshot.sql();
            List<Tenant> found = TenantRows.after(sql, wanted, after, most + 1);
            return Page.of(found, most, TenantRows.count(sql, wanted), Tenant::id);
        });
    }

    public List<Tenant> all() {
        return identities.read(snapshot -> TenantRows.after(snapshot.sql(), Optional.empty(), 0, Integer.MAX_VALUE));
    }

    public Tenant get(String id) {
        return identities.organization(id);
    }

    /** A change of a tenant; null leaves a property unchanged. */
    public record Update(
            @Nullable String name,
            @Nullable List<Domain> domains,
            boolean replace,
            Tenant.@Nullable State state,
            Map<String, Optional<Boolean>> capabilities) {

        public boolean isEmpty() {
            return name == null && domains == null && state == null && capabilities.isEmpty();
        }
    }

    public Tenant update(String id, Update update, AuditRecorder trace) {
        return identities.change(id, trace, (tx, tenant) -> {
            long n = tenant.n();
            if (update.name() != null) {
                TenantRows.rename(tx, n, update.name());
            }
            if (update.domains() != null) {
                domains(tx, tenant, update.domains(), update.replace());
            }
            if (update.state() != null) {
                TenantRows.suspend(tx, n, update.state() == Tenant.State.SUSPENDED);
            }
            update.capabilities().forEach((urn, on) -> TenantRows.turn(tx, n, urn, on));
        });
    }

    private static void domains(Transaction tx, Tenant tenant, List<Domain> domains, boolean replace) {
        long n = tenant.n();
        List<String> gone = new ArrayList<>(tenant.domains());
        domains.forEach(domain -> gone.remove(domain.name()));
        if (!replace && !gone.isEmpty()) {
            throw DirectoryErrors.dropped("domains", gone, "domain remove TENANT DOMAIN");
        }
        domains.stream()
                .filter(domain -> !tenant.domains().contains(domain.name()))
                .forEach(domain -> AccountStore.refuseTaken(tx, "domains", domain));
        Set<String> used = TenantRows.domainsInUse(tx.sql(), n);
        domains.forEach(domain -> used.remove(domain.name()));
        used.stream().sorted().findFirst().ifPresent(domain -> {
            throw DirectoryErrors.domainInUse("domains", domain);
        });
        TenantRows.domains(tx, n, domains);
    }

    public Tenant addDomain(String id, Domain domain, AuditRecorder trace) {
        return identities.change(id, trace, (tx, tenant) -> {
            AccountStore.refuseTaken(tx, "domain", domain);
            TenantRows.domains(tx, tenant.n(), with(tenant, domain, true));
        });
    }

    public Tenant removeDomain(String id, Domain domain, AuditRecorder trace) {
        return identities.change(id, trace, (tx, tenant) -> {
            if (!tenant.domains().contains(domain.name())) {
                throw DirectoryErrors.notFound(
                        "domain",
                        "The organization " + tenant.id() + " has no domain " + domain.name() + ".",
                        "Take one from svc domain list " + tenant.id() + ".");
            } else if (tenant.domains().size() == 1) {
                throw DirectoryErrors.conflict(
                        "domain",
                        "An organization has at least one domain, and " + domain.name() + " is the last one.",
                        "Add another one first.");
            } else if (TenantRows.domainsInUse(tx.sql(), tenant.n()).contains(domain.name())) {
                throw DirectoryErrors.domainInUse("domain", domain.name());
            }
            TenantRows.domains(tx, tenant.n(), with(tenant, domain, false));
        });
    }

    /** Returns the domains of a tenant with one domain added or removed. */
    private static List<Domain> with(Tenant tenant, Domain domain, boolean more) {
        return Stream.concat(
                        tenant.domains().stream().map(Domain::new).filter(one -> !one.equals(domain)),
                        more ? Stream.of(domain) : Stream.empty())
                .toList();
    }

    public Tenant plan(String id, Plan plan, AuditRecorder trace) {
        return identities.change(id, trace, (tx, tenant) -> TenantRows.plan(tx, tenant.n(), plan));
    }

    public Tenant brand(String id, Branding branding, AuditRecorder trace) {
        return identities.change(id, trace, (tx, tenant) -> TenantRows.brand(tx, tenant.n(), branding));
    }
}
