package svc.push.web.method;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Capability;
import svc.push.web.crypto.Vapid;
import svc.push.web.send.PushDispatcher;

/**
 * The capability {@code urn:ietf:params:jmap:webpush-vapid}: its session object contains the VAPID key of this server
 * (RFC 9749 §3).
 */
@Component
public final class VapidCapability implements Capability {

    private final Vapid vapid;

    /** Creates the capability. It depends on the dispatcher, so that it is offered only while messages are sent. */
    @Activate
    public VapidCapability(@Reference Vapid vapid, @Reference PushDispatcher dispatcher) {
        this.vapid = vapid;
        dispatcher.requireRunning();
    }

    @Override
    public String urn() {
        return "urn:ietf:params:jmap:webpush-vapid";
    }

    @Override
    public Map<String, @Nullable Object> sessionObject() {
        return Map.of("applicationServerKey", vapid.applicationServerKey());
    }

    @Override
    public boolean isAccountCapability() {
        return false;
    }
}
