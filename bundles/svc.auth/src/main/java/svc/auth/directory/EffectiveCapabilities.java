package svc.auth.directory;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.jmap.OfferedCapabilities;
import svc.api.operation.NearestName;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.Plan;
import svc.auth.storage.Plans;
import svc.auth.storage.Tenant;

/**
 * Computes which capabilities a tenant can use, from the plan of the tenant, the dependencies of capabilities, and the
 * toggles with which an operator switches capabilities off. The JMAP engine decides, so that the result agrees with the
 * Session objects. Without the engine, only the toggles are taken into account. Thread-safe.
 */
@Component(service = EffectiveCapabilities.class)
public final class EffectiveCapabilities {

    private final Plans plans;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable OfferedCapabilities capabilities;

    @Activate
    public EffectiveCapabilities(@Reference Plans plans) {
        this.plans = plans;
    }

    /**
     * Whether a capability is enabled for a tenant, and why.
     *
     * @param decidedBy the cause of the decision: {@code installed}, {@code plan}, {@code tenant} or {@code account}
     * @param reason the reason why the capability is disabled; null if it is enabled
     */
    public record Decision(
            boolean enabled, String decidedBy, @Nullable String reason) {}

    /** Returns the URNs that this server offers to accounts, sorted. */
    public List<String> known() {
        OfferedCapabilities offered = capabilities;
        return offered == null ? List.of() : List.copyOf(offered.accountCapabilities());
    }

    /**
     * Rejects the URN of a capability that this server does not offer. Accepts every URN if the offered capabilities
     * are unknown.
     */
    public void refuseUnknown(String urn) {
        OfferedCapabilities offered = capabilities;
        if (offered != null && !offered.switchable().contains(urn)) {
            throw DirectoryErrors.invalid(
                    "capabilities",
                    "This server offers no capability " + DirectoryErrors.shown(urn) + ".",
                    NearestName.of(urn, offered.switchable())
                            .map(name -> "The nearest is " + name + ".")
                            .orElse("svc capability list shows what it offers."));
        }
    }

    /**
     * Returns the decisions for all offered capabilities, and for capabilities that are switched off although no bundle
     * offers them.
     */
    public Map<String, Decision> of(Tenant organization) {
        Set<String> urns = new TreeSet<>(known());
        urns.addAll(organization.off());
        Plan plan = plans.of(organization.plan());
        Map<String, Decision> decisions = new TreeMap<>();
        for (String urn : urns) {
            decisions.put(urn, decision(organization, plan, urn));
        }
        return decisions;
    }

    /** Returns the decisions for an account of a tenant. */
    public Map<String, Decision> of(Tenant organization, Account account) {
        Map<String, Decision> decisions = of(organization);
        OfferedCapabilities offered = capabilities;
        if (offered != null) {
            decisions.replaceAll((urn, decision) -> decision.enabled() && !offered.isAvailableTo(account, urn)
                    ? new Decision(false, "account", "The role of the account does not include it.")
                    : decision);
        }
        return decisions;
    }

    private Decision decision(Tenant organization, Plan plan, String urn) {
        OfferedCapabilities offered = capabilities;
        Optional<String> obstacle = offered == null
                ? Optional.of(urn).filter(organization.off()::contains)
                : offered.obstacle(organization.id(), urn);
        if (obstacle.isEmpty()) {
            return new Decision(true, plan.capabilities().isPresent() ? "plan" : "installed", null);
        }
        String other = obstacle.get();
        String needed = other.equals(urn) ? "It" : "It needs " + other + ", which";
        if (!plan.allows(other)) {
            return new Decision(false, "plan", needed + " is not in the plan " + plan.name() + ".");
        } else if (organization.off().contains(other)) {
            return new Decision(false, "tenant", needed + " is switched off for the organization.");
        }
        return new Decision(false, "installed", needed + " is offered by no installed bundle.");
    }
}
