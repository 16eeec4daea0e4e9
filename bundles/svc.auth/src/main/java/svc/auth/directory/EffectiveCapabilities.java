package svc.auth;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.jmap.Capabilities;

/**
 * What is left of what the server offers after the plan and the switches of an organization. Without a server nothing is
 * offered: then only what somebody switched off is known. Any thread.
 */
@Component(service = Effective.class)
public final class Effective {

    private final Identities identities;
    private final Plans plans;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable Capabilities capabilities;

    /** By these plans. */
    @Activate
    public Effective(@Reference Identities identities, @Reference Plans plans) {
        this.identities = identities;
        this.plans = plans;
    }

    /**
     * Whether a capability can be used, and who decided so.
     *
     * @param decidedBy installed, plan or tenant
     */
    record Decision(boolean enabled, String decidedBy) {}

    /** The URNs that accounts of this server can have, sorted. */
    List<String> known() {
        Capabilities offered = capabilities;
        return offered == null ? List.of() : List.copyOf(offered.ofAccounts());
    }

    Map<String, Decision> of(String organization) {
        return of(identities.organization(organization));
    }

    Map<String, Decision> of(Organization organization) {
        return of(organization, known());
    }

    private Map<String, Decision> of(Organization organization, Iterable<String> urns) {
        Plan plan = plans.of(organization.plan());
        Map<String, Decision> decisions = new TreeMap<>();
        for (String urn : urns) {
            decisions.put(urn, decision(organization, plan, urn));
        }
        return decisions;
    }

    private static Decision decision(Organization organization, Plan plan, String urn) {
        if (!plan.allows(urn)) {
            return new Decision(false, "plan");
        } else if (organization.off().contains(urn)) {
            return new Decision(false, "tenant");
        }
        return new Decision(true, plan.capabilities().isPresent() ? "plan" : "installed");
    }

    /** The same without who decided, and with what is switched off although nobody offers it. */
    Map<String, Boolean> enabled(Organization organization) {
        Set<String> urns = new TreeSet<>(known());
        urns.addAll(organization.off());
        Map<String, Boolean> enabled = new TreeMap<>();
        of(organization, urns).forEach((urn, decision) -> enabled.put(urn, decision.enabled()));
        return enabled;
    }
}
