package svc.auth.storage;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.identity.Account;

/**
 * An account with the properties that operators see.
 *
 * @param account the account
 * @param role the role
 * @param disabled whether sign-in is disabled
 * @param quota the quota in the row of the account
 * @param plan the name of the plan of the tenant
 * @param used the bytes that the data of the account use
 * @param aliases the aliases, sorted
 * @param createdAt the time of creation
 * @param lastSignInAt the time of the last sign-in
 * @param erasure the id of the erasure job
 */
public record AccountDetails(
        Account account,
        Role role,
        boolean disabled,
        StoredQuota quota,
        String plan,
        long used,
        List<String> aliases,
        Instant createdAt,
        Optional<Instant> lastSignInAt,
        Optional<String> erasure) {

    AccountDetails with(List<String> all) {
        return new AccountDetails(account, role, disabled, quota, plan, used, all, createdAt, lastSignInAt, erasure);
    }
}
