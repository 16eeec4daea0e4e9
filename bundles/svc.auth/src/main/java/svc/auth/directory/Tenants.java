package svc.auth;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Page;
import svc.api.operation.Trace;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.Organization.Branding;

/** Organizations as operators look at them and change them. A change is in force when its method returns. Any thread. */
@Component(service = Organizations.class)
public final class Organizations {

    private final Identities identities;

    /** Those of these identities. */
    @Activate
    public Organizations(@Reference Identities identities) {
        this.identities = identities;
    }

    /** Those that come after a cursor. */
    Page<Organization> list(Optional<String> q, Optional<String> cursor, int limit) {
        int most = Page.limit(limit);
        long after = Members.after(Organization.LETTER, cursor);
        Optional<String> wanted = q.filter(text -> !text.isBlank());
        return identities.read(snapshot -> {
            Sql sql = snapshot.sql();
            List<Organization> found = OrganizationRows.after(sql, wanted, after, most + 1);
            return Page.of(found, most, OrganizationRows.count(sql, wanted), Organization::id);
        });
    }

    /** All of them. */
    List<Organization> all() {
        return identities.read(
                snapshot -> OrganizationRows.after(snapshot.sql(), Optional.empty(), 0, Integer.MAX_VALUE));
    }

    /** One of them. */
    Organization get(String id) {
        return identities.organization(id);
    }

    /** What is to be another way; what is null stays. */
    record Update(
            @Nullable String name,
            @Nullable List<Domain> domains,
            UpdateTenant.@Nullable State state,
            Map<String, Boolean> capabilities) {

        boolean isEmpty() {
            return name == null && domains == null && state == null && capabilities.isEmpty();
        }
    }

    Organization update(String id, Update update, Trace trace) {
        return identities.change(id, trace, (tx, n) -> {
            if (update.name() != null) {
                OrganizationRows.rename(tx, n, update.name());
            }
            if (update.domains() != null) {
                domains(tx, n, update.domains());
            }
            if (update.state() != null) {
                OrganizationRows.suspend(tx, n, update.state() == UpdateTenant.State.SUSPENDED);
            }
            update.capabilities().forEach((urn, on) -> OrganizationRows.turn(tx, n, urn, on));
        });
    }

    private static void domains(Transaction tx, long n, List<Domain> domains) {
        for (Domain domain : domains) {
            OptionalLong owner = OrganizationRows.ofDomain(tx.sql(), domain);
            if (owner.isPresent() && owner.getAsLong() != n) {
                throw Refusals.domainTaken(domain, Organization.id(owner.getAsLong()));
            }
        }
        Set<String> used = OrganizationRows.domainsInUse(tx.sql(), n);
        domains.forEach(domain -> used.remove(domain.name()));
        used.stream().sorted().findFirst().ifPresent(domain -> {
            throw Refusals.domainInUse(domain);
        });
        OrganizationRows.domains(tx, n, domains);
    }

    Organization plan(String id, Plan plan, Trace trace) {
        return identities.change(id, trace, (tx, n) -> OrganizationRows.plan(tx, n, plan));
    }

    Organization brand(String id, Branding branding, Trace trace) {
        return identities.change(id, trace, (tx, n) -> OrganizationRows.brand(tx, n, branding));
    }
}
