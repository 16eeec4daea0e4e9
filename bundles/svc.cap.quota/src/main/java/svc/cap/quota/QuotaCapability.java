package svc.cap.quota;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Directory;
import svc.api.jmap.Capability;
import svc.api.store.Store;

/** The quota capability. Its session object is empty (RFC 9425 §2.1). */
@Component
public final class QuotaCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:quota";

    /** Creates the capability. The references only delay it until the services that the methods need are available. */
    @Activate
    public QuotaCapability(@Reference AccountBlobs blobs, @Reference Directory directory, @Reference Store store) {}

    @Override
    public String urn() {
        return URN;
    }
}
