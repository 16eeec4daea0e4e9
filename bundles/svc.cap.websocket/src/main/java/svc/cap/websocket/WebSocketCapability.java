package svc.cap.websocket;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Capability;

/** Tells clients where the socket is; there for as long as it is. */
@Component
public final class SocketCapability implements Capability {

    static final String PATH = "/jmap/ws";

    /** Stands beside the endpoint. */
    @Activate
    public SocketCapability(@Reference SocketDoor door) {
        door.isThere();
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
    public Map<String, String> sockets() {
        return Map.of("url", PATH);
    }

    @Override
    public boolean inAccounts() {
        return false;
    }
}
