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
import svc.api.job.StartedJob;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.mailboxset.SharedMailLog.Container;
import svc.cap.mail.mailboxset.SharedMailLog.Difference;

/**
 * The operation {@code svc mail repair}, and its job, which corrects the membership logs of all shared mailboxes and
 * labels.
 */
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

    @Operation(
            command = "mail repair",
            help =
                    "Compare the logs of all shared mailboxes and labels with their emails and threads, and correct them")
    public StartedJob repair() {
        return StartedJob.of(store.write(
                Scope.system(),
                TransactionCallback.named("svc.cap.mail: ask for a repair", tx -> jobs.add(tx, NAME, ALL))));
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
        for (Container container : store.read(scope, snapshot -> SharedMailLog.watched(snapshot, Long.MAX_VALUE))) {
            for (Difference wrong : store.read(scope, snapshot -> SharedMailLog.differences(snapshot, container))) {
                LOG.warn(
                        "The log of a shared mailbox or label of the account {} was wrong for {} objects of the type {}; it is"
                                + " corrected",
                        account.id(),
                        wrong.size(),
                        wrong.type());
                SharedMailLog.correct(store, scope, wrong);
                corrected += wrong.size();
            }
        }
        return corrected;
    }
}
