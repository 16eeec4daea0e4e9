package svc.auth;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Shows organizations to operators. */
@Component(service = TenantViews.class)
public final class TenantViews {

    private final Effective effective;

    /** With what they can use. */
    @Activate
    public TenantViews(@Reference Effective effective) {
        this.effective = effective;
    }

    TenantView of(Organization organization) {
        return new TenantView(
                organization.id(),
                organization.name(),
                organization.domains(),
                organization.plan(),
                organization.suspended() ? "suspended" : "active",
                organization.branding(),
                effective.enabled(organization),
                AccountViews.text(organization.createdAt()));
    }
}
