package svc.cap.mail.mailboxset;

import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.job.AccountWork;
import svc.api.job.JobHandler;
import svc.api.job.JobQueue;
import svc.api.job.JobStatus;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.mailboxset.SharedMailboxLog.Difference;

/** The operation {@code svc mail repair}, and its job, which corrects the membership logs of all shared mailboxes. */
@Component(service = {JobHandler.class, OperationGroup.class})
public final class MailRepair implements JobHandler, OperationGroup {

    /** The kind of these jobs. */
    static final String NAME = "mail-repair";

    /** The subject of these jobs. */
    static final String ALL = "all";

    private static final Logger LOG = LoggerFactory.getLogger(MailRepair.class);

    private final Store store;
    private final AccountWork accounts;
    private final JobQueue jobs;

    @Activate
    public MailRepair(@Reference Store store, @Reference AccountWork accounts, @Reference JobQueue jobs) {
        this.store = store;
        this.accounts = accounts;
        this.jobs = jobs;
    }

    /** The response with the new job. */
    public record Repair(RepairSummary job) {}

    /** The summary of a job. */
    public record RepairSummary(String id, String kind, String state) {}

    @Operation(
            command = "mail repair",
            help = "Compare the logs of all shared mailboxes with their emails and threads, and correct them")
    public Repair repair() {
        JobStatus job = store.write(
                Scope.system(),
                TransactionCallback.named("svc.cap.mail: ask for a repair", tx -> jobs.add(tx, NAME, ALL)));
        return new Repair(new RepairSummary(job.id(), job.kind(), job.state().word()));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String subject, Progress progress) {
        LongAdder corrected = new LongAdder();
        AccountWork.Summary summary = accounts.forEach(MailCapability.URN, (account, scope) -> {
            if (!progress.isCancelled()) {
                corrected.add(correct(account, scope));
            }
        });
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("The server is stopping; the job starts again at the next start.");
        }
        progress.report(summary.done() + " accounts checked, " + corrected.sum() + " entries corrected");
        if (summary.failed() > 0) {
            throw new IllegalStateException("The repair failed in " + summary.failed() + " accounts; see the log.");
        }
    }

    private long correct(Account account, Scope scope) {
        long corrected = 0;
        for (long mailbox : store.read(scope, snapshot -> SharedMailboxLog.watched(snapshot, Long.MAX_VALUE))) {
            for (Difference wrong : store.read(scope, snapshot -> SharedMailboxLog.differences(snapshot, mailbox))) {
                LOG.warn(
                        "The log of a shared mailbox of the account {} was wrong for {} objects of the type {}; it is"
                                + " corrected",
                        account.id(),
                        wrong.size(),
                        wrong.type());
                SharedMailboxLog.correct(store, scope, wrong);
                corrected += wrong.size();
            }
        }
        return corrected;
    }
}
