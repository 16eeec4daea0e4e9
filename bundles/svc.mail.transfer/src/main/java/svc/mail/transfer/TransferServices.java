package svc.mail.transfer;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.Blobs;
import svc.api.identity.Account;
import svc.api.operation.Trace;
import svc.api.store.Store;
import svc.api.store.Writing;
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

    /** Begins in one transaction with the trace of it. */
    <R> R begin(Account account, Trace trace, Writing<R> first) {
        return store.write(Party.scope(account), Writing.named("svc.mail.transfer: begin", tx -> {
            trace.leave(tx, account.organization(), account.id());
            return first.in(tx);
        }));
    }
}
