package svc.cap.v2.streaming;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Capability;
import svc.api.store.Changes;

/** The streaming capability. */
@Component
public final class StreamingCapability implements Capability {

    static final String URN = "urn:svc:params:jmap:v2:streaming";

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Map<String, @Nullable Object> sessionObject() {
        // The purge of the change log uses the same constant (CAP-02).
        return Map.of(
                "replayWindowSeconds", Changes.RETENTION.toSeconds(), "maxSubscriptions", SignInSubscriptions.MOST);
    }
}
