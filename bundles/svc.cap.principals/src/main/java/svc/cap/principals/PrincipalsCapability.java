package svc.cap.principals;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.jmap.Capability;

/** The capability of principals (RFC 9670 §1.5.1). It is available in the caller's own account. */
@Component
public final class PrincipalsCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:principals";

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Map<String, @Nullable Object> accountObject(Account caller, AccessibleAccount account) {
        return Map.of("currentUserPrincipalId", caller.id());
    }
}
