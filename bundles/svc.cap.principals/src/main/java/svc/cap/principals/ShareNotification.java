package svc.cap.principals;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.ServerSet;

/**
 * A notification of changed rights to a shared object (RFC 9670 §3).
 *
 * @param created the time of the change
 * @param changedBy the account that changed the rights
 * @param objectType the type of the object
 * @param objectAccountId the id of the account of the object, as the recipient addresses it
 * @param objectId the id of the object
 * @param oldRights the rights before the change
 * @param newRights the rights after the change
 * @param name the name of the object
 */
record ShareNotification(
        @ServerSet @Default("\"1970-01-01T00:00:00Z\"") @Filterable(value = By.RANGE, from = "after", before = "before")
        Instant created,

        @ServerSet @Default("{\"name\":\"\",\"email\":null,\"principalId\":null}")
        Entity changedBy,

        @ServerSet @Default("\"\"") @Filterable String objectType,
        @ServerSet @Default("\"\"") @Filterable String objectAccountId,
        @ServerSet @Default("\"\"") String objectId,
        @ServerSet @Nullable Map<String, Boolean> oldRights,
        @ServerSet @Nullable Map<String, Boolean> newRights,
        @ServerSet @Default("\"\"") String name) {

    /** Who changed the rights. */
    record Entity(
            String name, @Nullable String email, @Nullable String principalId) {}
}
