package svc.cap.quota;

import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.ServerSet;

/** The quota of an account for the octets of its blobs (RFC 9425 §4). */
record Quota(
        @ServerSet @Filterable String resourceType,
        @ServerSet @Filterable({}) long used,
        @ServerSet long hardLimit,
        @ServerSet @Filterable String scope,

        @ServerSet @Filterable(value = By.TEXT, condition = "name")
        String name,

        @ServerSet(computed = true) @Filterable(value = By.ELEMENT, condition = "type")
        List<String> types,

        @ServerSet @Nullable Long warnLimit,
        @ServerSet @Nullable Long softLimit,
        @ServerSet @Nullable String description) {

    static Quota of(QuotaLimit limit, long used) {
        return new Quota("octets", used, limit.limit(), "account", "Storage", limit.types(), null, null, null);
    }

    Quota with(List<String> visible) {
        return new Quota(resourceType, used, hardLimit, scope, name, visible, warnLimit, softLimit, description);
    }
}
