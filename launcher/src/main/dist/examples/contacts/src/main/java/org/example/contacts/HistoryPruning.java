package org.example.contacts;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.LoggerFactory;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.jmap.RecordRepositories;
import svc.api.job.AccountWork;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Deletes old mail history in all accounts: every night, and when an operator asks for it. */
@Component(
        service = {OperationGroup.class, HealthCheck.class},
        immediate = true)
public final class HistoryPruning implements OperationGroup, HealthCheck {

    private static final String CHECK = "contacts-pruning";
    private static final long DAY = TimeUnit.DAYS.toSeconds(1);

    private final Store store;
    private final AccountWork work;
    private final RecordRepositories records;
    private final Clock clock;
    private final ScheduledExecutorService nights =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "contacts-pruning"));
    private volatile AccountWork.Summary last = new AccountWork.Summary(0, 0);

    @Activate
    public HistoryPruning(
            @Reference Store store,
            @Reference AccountWork work,
            @Reference RecordRepositories records,
            @Reference Clock clock) {
        this.store = store;
        this.work = work;
        this.records = records;
        this.clock = clock;
        LocalTime now = LocalTime.ofInstant(clock.now(), ZoneId.systemDefault());
        long pause = Math.floorMod(Duration.between(now, LocalTime.of(3, 0)).toSeconds(), DAY);
        nights.scheduleAtFixedRate(this::pruneAtNight, pause, DAY, TimeUnit.SECONDS);
    }

    @Deactivate
    void stop() {
        nights.shutdownNow();
    }

    private void pruneAtNight() {
        try {
            prune();
        } catch (RuntimeException e) { // an exception would end the nightly runs
            LoggerFactory.getLogger(HistoryPruning.class).error("The mail history was not pruned", e);
        }
    }

    @Operation(command = "contacts prune", help = "Delete old mail history", routes = "POST /contacts/prune")
    public AccountWork.Summary prune() {
        Instant now = clock.now();
        last = work.forEach(Contacts.URN, (account, scope) -> prune(scope, now));
        return last;
    }

    private void prune(Scope scope, Instant now) {
        store.write(scope, tx -> {
            var settings = records.of(ContactSettings.class).find(tx, "singleton");
            int days = settings.orElseThrow().keepDays();
            return MailHistory.deleteBefore(tx.sql(), now.minus(Duration.ofDays(days)));
        });
    }

    @Override
    public String family() {
        return "contacts";
    }

    @Override
    public List<Finding> run() {
        if (last.failed() == 0) {
            return List.of(Finding.ok(CHECK, "No account failed in the last run."));
        }
        String detail = "The last run failed in " + last.failed() + " accounts.";
        return List.of(Finding.warn(CHECK, detail, "Find the cause in the log, and run `svc contacts prune`."));
    }
}
