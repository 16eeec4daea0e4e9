package svc.auth.operations;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import svc.auth.directory.EffectiveCapabilities;
import svc.auth.storage.Tenant;
import svc.auth.storage.Tenant.Branding;

/**
 * A tenant as operators see it.
 *
 * @param capabilities whether the tenant can use a capability, by URN
 * @param reasons the reasons why capabilities are disabled, by URN
 */
public record TenantView(
        String id,
        String name,
        List<String> domains,
        String plan,
        String state,
        Branding branding,
        Map<String, Boolean> capabilities,
        Map<String, String> reasons,
        String createdAt) {

    static TenantView of(Tenant tenant, EffectiveCapabilities effective) {
        Map<String, Boolean> enabled = new TreeMap<>();
        Map<String, String> reasons = new TreeMap<>();
        effective.of(tenant).forEach((urn, decision) -> {
            enabled.put(urn, decision.enabled());
            if (decision.reason() != null) {
                reasons.put(urn, decision.reason());
            }
        });
        return new TenantView(
                tenant.id(),
                tenant.name(),
                tenant.domains(),
                tenant.plan(),
                tenant.suspended() ? "suspended" : "active",
                tenant.branding(),
                enabled,
                reasons,
                AccountView.time(tenant.createdAt()));
    }
}
