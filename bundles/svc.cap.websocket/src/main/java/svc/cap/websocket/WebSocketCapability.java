package svc.cap.websocket;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Capability;

/** The WebSocket capability. While the endpoint is registered, the session contains its URL. */
@Component
public final class WebSocketCapability implements Capability {

    static final String PATH = "/jmap/ws";

    /** Creates the capability. The reference makes it available only while the endpoint is registered. */
    @Activate
    public WebSocketCapability(@Reference JmapWebSocketEndpoint endpoint) {
        endpoint.isThere();
    }

    @Override
    public String urn() {
        return "urn:ietf:params:jmap:websocket";
    }

    @Override
    public Map<String, @Nullable Object> sessionObject() {
        return Map.of("supportsPush", true);
    }

    @Override
    public Map<String, String> webSocketUrls() {
        return Map.of("url", PATH);
    }

    @Override
    public boolean isAccountCapability() {
        return false;
    }
}
