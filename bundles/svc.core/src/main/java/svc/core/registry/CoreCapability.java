package svc.core;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Capability;
import svc.api.jmap.Collation;
import svc.api.jmap.JmapLimits;

/** The capability that every session has (RFC 8620 §2); its numbers are those that are enforced. */
final class CoreCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:core";

    private final JmapLimits limits;

    CoreCapability(JmapLimits limits) {
        this.limits = limits;
    }

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Map<String, @Nullable Object> sessionObject() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("maxSizeUpload", limits.maxSizeUpload());
        object.put("maxConcurrentUpload", limits.maxConcurrentUpload());
        object.put("maxSizeRequest", limits.maxSizeRequest());
        object.put("maxConcurrentRequests", limits.maxConcurrentRequests());
        object.put("maxCallsInRequest", limits.maxCallsInRequest());
        object.put("maxObjectsInGet", limits.maxObjectsInGet());
        object.put("maxObjectsInSet", limits.maxObjectsInSet());
        object.put(
                "collationAlgorithms",
                Arrays.stream(Collation.values()).map(Collation::id).toList());
        return object;
    }

    @Override
    public boolean inAccounts() {
        return false;
    }
}
