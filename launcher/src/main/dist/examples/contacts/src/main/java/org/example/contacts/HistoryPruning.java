package org.example.contacts;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.jmap.RecordRepositories;
import svc.api.job.AccountWork;
import svc.api.job.JobHandler;
import svc.api.job.JobQueue;
import svc.api.job.JobStatus;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Deletes old mail history in all accounts: every night, and when an operator asks for it. */
@Component(service = {JobHandler.class, OperationGroup.class, HealthCheck.class})
public final class HistoryPruning implements JobHandler, OperationGroup, HealthCheck {

    private static final String CHECK = "contacts-pruning";

    private final Store store;
    private final AccountWork work;
    private final RecordRepositories records;
    private final JobQueue jobs;
    private final Clock clock;
    private volatile Clock.Alarm night;
    private volatile AccountWork.Summary last = new AccountWork.Summary(0, 0);

    @Activate
    public HistoryPruning(
            @Reference Store store,
            @Reference AccountWork work,
            @Reference RecordRepositories records,
            @Reference JobQueue jobs,
            @Reference Clock clock) {
        this.store = store;
        this.work = work;
        this.records = records;
        this.jobs = jobs;
        this.clock = clock;
        this.night = waitForNight();
    }

    @Deactivate
    void stop() {
        night.cancel();
    }

    /** Waits until three o'clock tomorrow (UTC). */
    private Clock.Alarm waitForNight() {
        Instant three = clock.now().truncatedTo(ChronoUnit.DAYS).plus(27, ChronoUnit.HOURS);
        return clock.schedule(Duration.between(clock.now(), three), () -> {
            night = waitForNight();
            prune();
        });
    }

    @Operation(command = "contacts prune", help = "Start a job that prunes", routes = "POST /contacts/prune 202")
    public JobStatus prune() {
        return store.write(Scope.system(), tx -> jobs.add(tx, name(), ""));
    }

    @Override
    public String name() {
        return "contacts.prune";
    }

    @Override
    public void run(String subject, Progress progress) {
        last = work.forEach(Contacts.URN, (account, scope) -> prune(scope));
    }

    private void prune(Scope scope) {
        store.write(scope, tx -> {
            var settings = records.of(ContactSettingsType.ContactSettings.class).find(tx, "singleton");
            int days = settings.orElseThrow().keepDays();
            return MailHistory.deleteBefore(tx.sql(), clock.now().minus(Duration.ofDays(days)));
        });
    }

    @Override
    public String family() {
        return "contacts";
    }

    @Override
    public List<Finding> run() {
        String detail = "The last run failed in " + last.failed() + " accounts.";
        return List.of(
                last.failed() == 0
                        ? Finding.ok(CHECK, "No account failed in the last run.")
                        : Finding.warn(CHECK, detail, "Find the cause in the log, and run `svc contacts prune`."));
    }
}
