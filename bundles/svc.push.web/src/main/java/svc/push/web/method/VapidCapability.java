package svc.push.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Capability;

/** Tells clients the key by which push services know this server (RFC 9749 §3). */
@Component
public final class VapidCapability implements Capability {

    private final Vapid vapid;

    /** Stands beside what sends the messages, so that neither is there alone. */
    @Activate
    public VapidCapability(@Reference Vapid vapid, @Reference Courier courier) {
        this.vapid = vapid;
        courier.isThere();
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
    public boolean inAccounts() {
        return false;
    }
}
