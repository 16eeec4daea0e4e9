package svc.cap.mail;

import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.Blobs;
import svc.api.jmap.Capability;
import svc.api.store.Store;

/** Threads that are looked for and put together (V2-02). Whoever may see or change the mail of an account may do so by it. */
@Component
public final class ThreadsCapability implements Capability {

    static final String URN = "urn:svc:params:jmap:v2:threads";

    /** Waits for what the methods need as well. */
    @Activate
    public ThreadsCapability(@Reference Blobs blobs, @Reference Store store) {}

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Set<String> goesWith() {
        return Set.of(MailCapability.URN, SecondMailCapability.URN);
    }
}
