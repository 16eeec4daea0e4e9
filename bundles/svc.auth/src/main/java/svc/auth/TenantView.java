package svc.auth;

import java.time.temporal.ChronoUnit;
import java.util.List;

/** An organization as operators see it; on the wire it is called a tenant. */
record TenantView(
        String id,
        String name,
        List<String> domains,
        String state,
        List<String> switchedOff,
        long accounts,
        String createdAt) {

    static TenantView of(Organization organization) {
        return new TenantView(
                organization.id(),
                organization.name(),
                organization.domains(),
                organization.suspended() ? "suspended" : "active",
                organization.off().stream().sorted().toList(),
                organization.accounts(),
                organization.createdAt().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
