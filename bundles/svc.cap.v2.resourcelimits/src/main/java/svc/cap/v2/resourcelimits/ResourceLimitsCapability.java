package svc.cap.v2.resourcelimits;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;
import svc.api.push.PushConnections;

/** The capability whose session object contains the limits that the server enforces. */
@Component
public final class ResourceLimitsCapability implements Capability {

    private final Map<String, @Nullable Object> limits = new LinkedHashMap<>();

    /**
     * Creates the capability and reads the limits once. When limits change, they are registered as a new service, and
     * this component is created again.
     */
    @Activate
    public ResourceLimitsCapability(
            @Reference JmapLimits enforced,
            @Reference(cardinality = OPTIONAL, policyOption = GREEDY) @Nullable PushConnections streams)
            throws ReflectiveOperationException {
        for (RecordComponent component : JmapLimits.class.getRecordComponents()) {
            limits.put(component.getName(), component.getAccessor().invoke(enforced));
        }
        if (streams != null) {
            limits.put("maxConcurrentStreams", streams.limitPerAccount());
        }
    }

    @Override
    public String urn() {
        return "urn:svc:params:jmap:v2:resource-limits";
    }

    @Override
    public Map<String, @Nullable Object> sessionObject() {
        return Map.of("limits", limits);
    }

    @Override
    public boolean isAccountCapability() {
        return false;
    }
}
