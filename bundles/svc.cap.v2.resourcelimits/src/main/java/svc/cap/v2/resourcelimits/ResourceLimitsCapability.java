package svc.cap.v2.resourcelimits;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Capability;
import svc.api.jmap.JmapLimits;

/** The limits, as whoever enforces them says. */
@Component
public final class ResourceLimits implements Capability {

    private final Map<String, @Nullable Object> limits = new LinkedHashMap<>();

    /** Reads them once; other limits are another service, and then this is another one, too. */
    @Activate
    public ResourceLimits(@Reference JmapLimits enforced) throws ReflectiveOperationException {
        for (RecordComponent component : JmapLimits.class.getRecordComponents()) {
            limits.put(component.getName(), component.getAccessor().invoke(enforced));
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
    public boolean inAccounts() {
        return false;
    }
}
