package svc.cap.principals;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.jmap.Capability;

/**
 * The capability that names the owner of each account (RFC 9670 §1.5.2). The principal of an owner is an object of the
 * caller's own account, because all accounts of a tenant have the same principals.
 */
@Component
public final class OwnerCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:principals:owner";

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public boolean isSessionCapability() {
        return false;
    }

    @Override
    public boolean appliesToSharedAccounts() {
        return true;
    }

    @Override
    public Set<String> requires() {
        return Set.of(PrincipalsCapability.URN);
    }

    @Override
    public Map<String, @Nullable Object> accountObject(Account caller, AccessibleAccount account) {
        return Map.of(
                "accountIdForPrincipal",
                caller.id(),
                "principalId",
                account.account().id());
    }
}
