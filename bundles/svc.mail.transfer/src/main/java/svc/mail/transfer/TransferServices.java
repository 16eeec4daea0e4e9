package svc.mail.transfer;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Account;
import svc.api.operation.AuditRecorder;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;

/** The services that import and export use. Thread-safe. */
@Component(service = TransferServices.class)
public final class TransferServices {

    private final Store store;
    private final AccountBlobs blobs;
    private final MailStore mail;
    private final Clock clock;

    @Activate
    public TransferServices(
            @Reference Store store, @Reference AccountBlobs blobs, @Reference MailStore mail, @Reference Clock clock) {
        this.store = store;
        this.blobs = blobs;
        this.mail = mail;
        this.clock = clock;
    }

    public Store store() {
        return store;
    }

    public AccountBlobs blobs() {
        return blobs;
    }

    public MailStore mail() {
        return mail;
    }

    public Clock clock() {
        return clock;
    }

    /** Runs the first transaction of a transfer and records the audit event in it. */
    public <R> R begin(Account account, AuditRecorder recorder, TransactionCallback<R> first) {
        return store.write(
                TransferAccounts.scope(account), TransactionCallback.named("svc.mail.transfer: begin", tx -> {
                    recorder.record(tx, account.organization(), account.id());
                    return first.run(tx);
                }));
    }
}
