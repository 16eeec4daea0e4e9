package svc.auth.operations;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import svc.auth.storage.AccountDetails;
import svc.auth.storage.Plans;

/**
 * An account as operators see it.
 *
 * @param state active, disabled or erasing
 * @param quotaBytes the quota in bytes; null for no limit
 * @param erasure the id of the erasure job
 */
public record AccountView(
        String id,
        String email,
        String name,
        String tenantId,
        String role,
        String state,
        @Nullable Long quotaBytes,
        long usedBytes,
        List<String> aliases,
        String createdAt,
        @Nullable String lastSignInAt,
        @Nullable String erasure) {

    public static AccountView of(AccountDetails member, Plans plans) {
        OptionalLong quota = member.quota().with(plans.of(member.plan()));
        return new AccountView(
                member.account().id(),
                member.account().email(),
                member.account().name(),
                member.account().organization(),
                member.role().word(),
                member.erasure().isPresent() ? "erasing" : member.disabled() ? "disabled" : "active",
                quota.isPresent() ? Long.valueOf(quota.getAsLong()) : null,
                member.used(),
                member.aliases(),
                time(member.createdAt()),
                member.lastSignInAt().map(AccountView::time).orElse(null),
                member.erasure().orElse(null));
    }

    /** Returns a time without fractions of a second. */
    static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
