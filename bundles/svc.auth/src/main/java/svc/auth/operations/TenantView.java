package svc.auth;

import java.util.List;
import java.util.Map;
import svc.auth.Organization.Branding;

/**
 * An organization as operators see it; on the wire it is called a tenant.
 *
 * @param capabilities by URN, whether it can use what this server offers
 */
record TenantView(
        String id,
        String name,
        List<String> domains,
        String plan,
        String state,
        Branding branding,
        Map<String, Boolean> capabilities,
        String createdAt) {}
