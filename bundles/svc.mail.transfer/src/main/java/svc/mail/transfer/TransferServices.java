package svc.mail.transfer;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;

/**
 * Gives the import and the export of mail the services that they need. This class also finds the account of a transfer,
 * and prevents concurrent transfers of one account. Thread-safe.
 */
@Component(service = TransferServices.class)
public final class TransferServices {

    private static final int LONGEST = 100;

    private final Store store;
    private final AccountBlobs blobs;
    private final MailStore mail;
    private final UidStore uids;
    private final Clock clock;
    private final Directory directory;
    private final Set<Long> running = ConcurrentHashMap.newKeySet();

    @Activate
    public TransferServices(
            @Reference Store store,
            @Reference AccountBlobs blobs,
            @Reference MailStore mail,
            @Reference UidStore uids,
            @Reference Clock clock,
            @Reference Directory directory) {
        this.store = store;
        this.blobs = blobs;
        this.mail = mail;
        this.uids = uids;
        this.clock = clock;
        this.directory = directory;
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

    public UidStore uids() {
        return uids;
    }

    public Clock clock() {
        return clock;
    }

    /** Runs the first transaction of a transfer and records the audit event in it. */
    public <R> R begin(Account account, AuditRecorder recorder, TransactionCallback<R> first) {
        return store.write(scope(account), TransactionCallback.named("svc.mail.transfer: begin", tx -> {
            recorder.record(tx, account.organization(), account.id());
            return first.run(tx);
        }));
    }

    /** Returns the account with this address or id. */
    public Account account(String named) {
        OptionalLong n =
                named.indexOf('@') < 0 ? ObjectId.parse(Account.LETTER, named) : directory.accountNumber(named);
        return directory.account(n.orElse(0)).orElseThrow(() -> unknown(named));
    }

    private static OperationException unknown(String named) {
        String shown = named.length() > LONGEST ? named.substring(0, LONGEST) + "…" : named;
        return new OperationException(
                Reason.NOT_FOUND,
                "There is no account " + shown + ". See svc account list.",
                List.of(new FieldError("account", "is none")));
    }

    /** Returns the scope of an account's data. */
    public static Scope scope(Account account) {
        return Scope.account(new ScopeKey(), account.n());
    }

    /** Runs a transfer of an account. Throws an exception if another transfer of the same account is running. */
    public <R> R alone(Account account, Supplier<R> run) {
        if (!running.add(account.n())) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "Mail of " + account.email()
                            + " is being imported or exported by another command. Wait until it ends.");
        }
        try {
            return run.get();
        } finally {
            running.remove(account.n());
        }
    }

    public static OperationException refused(String field, String what, String why) {
        return new OperationException(Reason.INVALID, what, List.of(new FieldError(field, why)));
    }
}
