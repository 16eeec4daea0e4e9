package svc.backup.account;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditLog;
import svc.api.backup.AccountRestorer.Failure;
import svc.api.backup.AccountRestorer.Result;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.backup.BackupOperations;

/** The operation that restores one account from a backup into the running server. */
@Component
public final class RestoreAccountOperation implements OperationGroup {

    private static final char TENANT = 't';

    private final AccountRestore restore;
    private final Directory directory;
    private final Store store;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable AuditLog audit;

    @Activate
    public RestoreAccountOperation(
            @Reference AccountRestore restore, @Reference Directory directory, @Reference Store store) {
        this.restore = restore;
        this.directory = directory;
        this.store = store;
    }

    record Arguments(
            @Help("the address or the id of the account") String account,

            @Help("the backup, as listed by svc backup list; the newest one by default") @Nullable
            String run,

            @Help("the mailbox for the restored emails; by default \"Restored\" and the date of the backup") @Nullable
            String mailbox,

            @Help("also restore emails that the account has")
            boolean all) {}

    /**
     * What was restored.
     *
     * @param id the id of the account
     * @param tenantId the tenant of the account
     * @param account the address of the account
     * @param runId the backup
     * @param mailbox the mailbox of the restored emails
     * @param complete whether the backup was read completely
     * @param stopped the reason why it was not; null if it was
     * @param restored the number of restored emails
     * @param present the number of emails that were not restored, because the account has them
     * @param failed the number of emails that could not be restored
     * @param sizeBytes the size of the restored emails
     * @param failures the first emails that could not be restored; null if there are none
     */
    public record Report(
            String id,
            String tenantId,
            String account,
            String runId,
            String mailbox,
            boolean complete,
            @Nullable String stopped,
            long restored,
            long present,
            long failed,
            long sizeBytes,
            @Nullable List<Failure> failures) {

        static Report of(Account account, AccountRestore.Restored restored) {
            List<Result> results = restored.results();
            String stopped = results.stream()
                    .flatMap(result -> Optional.ofNullable(result.stopped()).stream())
                    .findFirst()
                    .orElse(null);
            List<Failure> failures = results.stream()
                    .flatMap(result -> result.failures().stream())
                    .toList();
            return new Report(
                    account.id(),
                    account.organization(),
                    account.email(),
                    restored.run(),
                    restored.container(),
                    stopped == null,
                    stopped,
                    sum(results, Result::restored),
                    sum(results, Result::present),
                    sum(results, Result::failed),
                    sum(results, Result::bytes),
                    failures.isEmpty() ? null : failures);
        }

        private static long sum(List<Result> results, ToLongFunction<Result> count) {
            return results.stream().mapToLong(count).sum();
        }
    }

    @Operation(
            command = "backup restore-account",
            help =
                    "Restore emails of one account from a backup, into a mailbox of their own; started again it continues",
            routes = "POST /backup/restored-accounts")
    public OperationResult<Report> restore(Arguments arguments, AuditRecorder trace, Progress progress) {
        Account account = account(arguments.account());
        return BackupOperations.guarded(() -> {
            Report report = Report.of(
                    account,
                    restore.restore(
                            account,
                            arguments.run(),
                            arguments.mailbox(),
                            arguments.all(),
                            () -> begin(account, trace),
                            progress));
            record(account, report);
            return new OperationResult<>(report, report.complete() && report.failed() == 0 ? 0 : 1, "");
        });
    }

    private Account account(String named) {
        return (named.indexOf('@') < 0 ? ObjectId.parse(Account.LETTER, named) : directory.accountNumber(named))
                .stream()
                        .boxed()
                        .flatMap(n -> directory.account(n).stream())
                        .findFirst()
                        .orElseThrow(() -> new OperationException(
                                Reason.NOT_FOUND,
                                "There is no such account. See svc account list.",
                                List.of(new FieldError("account", "is none"))));
    }

    /** Records who restores the account, before the first change: a restore can be interrupted. */
    private void begin(Account account, AuditRecorder trace) {
        store.write(
                Scope.account(new ScopeKey(), account.n()),
                TransactionCallback.named("svc.backup: restore an account", tx -> {
                    trace.record(tx, account.organization(), account.id());
                    return true;
                }));
    }

    /** Records what was restored. */
    private void record(Account account, Report report) {
        AuditLog log = audit;
        if (log == null) {
            return;
        }
        Map<String, String> details = new LinkedHashMap<>();
        details.put("run", report.runId());
        details.put("restored", Long.toString(report.restored()));
        details.put("present", Long.toString(report.present()));
        details.put("failed", Long.toString(report.failed()));
        log.record(new AuditEvent(
                Actor.SYSTEM,
                "backup.restore-account",
                ObjectId.parse(TENANT, account.organization()).orElse(AuditEvent.INSTANCE),
                Optional.of(new AuditEvent.Target("account", account.id())),
                AuditEvent.Outcome.DONE,
                details));
    }
}
