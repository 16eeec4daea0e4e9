package svc.mail.transfer;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.Blobs;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;

/** What both ways stand on. Any thread. */
@Component(service = Services.class)
public final class Services {

    private final Store store;
    private final Blobs blobs;
    private final MailStore mail;
    private final Clock clock;

    /** These. */
    @Activate
    public Services(@Reference Store store, @Reference Blobs blobs, @Reference MailStore mail, @Reference Clock clock) {
        this.store = store;
        this.blobs = blobs;
        this.mail = mail;
        this.clock = clock;
    }

    Store store() {
        return store;
    }

    Blobs blobs() {
        return blobs;
    }

    MailStore mail() {
        return mail;
    }

    Clock clock() {
        return clock;
    }
}
