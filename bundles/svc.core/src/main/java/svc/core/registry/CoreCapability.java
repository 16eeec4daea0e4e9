package svc.core.registry;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.query.Collation;

/** The Core capability (RFC 8620 §2). Its session object shows the enforced limits. */
public final class CoreCapability implements Capability {

    public static final String URN = "urn:ietf:params:jmap:core";

    private final JmapLimits limits;

    public CoreCapability(JmapLimits limits) {
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
    public boolean isAccountCapability() {
        return false;
    }
}
