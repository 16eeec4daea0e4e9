package svc.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An account as operators see it.
 *
 * @param state active, disabled or erasing
 * @param quotaBytes how many bytes it may keep; left out when there is no limit
 * @param erasure the job that erases it
 */
record AccountView(
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
        @Nullable String erasure) {}
