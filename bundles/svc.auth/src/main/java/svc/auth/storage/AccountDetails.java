package svc.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;

/**
 * An account with what operators keep of it.
 *
 * @param account the account
 * @param role what it may do beyond its own data
 * @param disabled whether nobody can sign in with it
 * @param quota its own quota in bytes; empty for that of the plan
 * @param plan the name of its organization's plan
 * @param used how many bytes its data take
 * @param aliases its further addresses, sorted
 * @param createdAt since when it is there
 * @param lastSignInAt when somebody last signed in with it
 * @param erasure the job that erases it
 */
record Member(
        Account account,
        Role role,
        boolean disabled,
        @Nullable Long quota,
        String plan,
        long used,
        List<String> aliases,
        Instant createdAt,
        Optional<Instant> lastSignInAt,
        Optional<String> erasure) {

    Member with(List<String> all) {
        return new Member(account, role, disabled, quota, plan, used, all, createdAt, lastSignInAt, erasure);
    }
}
