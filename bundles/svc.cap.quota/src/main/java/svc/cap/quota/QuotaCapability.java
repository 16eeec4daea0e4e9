package svc.cap.quota;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.Blobs;
import svc.api.identity.Directory;
import svc.api.jmap.Capability;
import svc.api.store.Store;

/** What the session says of quotas: an empty object (RFC 9425 §2.1). */
@Component
public final class QuotaCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:quota";

    /** Waits for what the methods need as well: none of them shall be missing behind the URN. */
    @Activate
    public QuotaCapability(@Reference Blobs blobs, @Reference Directory directory, @Reference Store store) {}

    @Override
    public String urn() {
        return URN;
    }
}
