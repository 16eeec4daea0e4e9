package svc.runtime;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditLog;
import svc.api.job.JobHandler;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * The start step that completes the restore of a backup: it calls the {@link RestoreStep} of each bundle, erases the
 * accounts that were erased after the backup, and then removes the file {@link RestoreStep#MARKER}. It has the lowest
 * ranking of its phase, so that all other parts of the server work, and the server accepts no request yet.
 */
@Component(property = "service.ranking:Integer=-1000")
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class RestoreRunner implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(RestoreRunner.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** The kind of the jobs that erase accounts. */
    private static final String ERASURE = "erasure";

    private final Path marker;
    private final Json json;
    private final Store store;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<RestoreStep> steps = List.of();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<JobHandler> jobs = List.of();

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable AuditLog audit;

    @Activate
    public RestoreRunner(BundleContext context, @Reference Json json, @Reference Store store) {
        this(Path.of(String.valueOf(context.getProperty("svc.home"))), json, store);
    }

    private RestoreRunner(Path home, Json json, Store store) {
        this.marker = home.resolve(RestoreStep.MARKER);
        this.json = json;
        this.store = store;
    }

    /** Creates the start step of a home without the component runtime. */
    static RestoreRunner of(Path home, Json json, Store store, List<RestoreStep> steps, List<JobHandler> jobs) {
        RestoreRunner runner = new RestoreRunner(home, json, store);
        runner.steps = steps;
        runner.jobs = jobs;
        return runner;
    }

    /** The content of the file. */
    record Marker(String run, String takenAt, Optional<Set<String>> options, Optional<List<String>> erased) {}

    @Override
    public String call() {
        if (!Files.exists(marker)) {
            return "";
        }
        RestoredBackup backup = read();
        LOG.info("The restore of the backup {} of {} is being completed", backup.run(), backup.takenAt());
        List<RestoreStep> all = steps.stream()
                .sorted(Comparator.comparing(RestoreStep::namespace))
                .toList();
        for (RestoreStep step : all) {
            guarded("The step of " + step.namespace(), () -> run(step, backup));
        }
        for (String account : backup.erased()) {
            guarded("The erasure of the account " + account, () -> erasure().run(account, LOG::info));
        }
        record(backup);
        remove();
        return "The backup " + backup.run() + " of " + backup.takenAt() + " was restored";
    }

    private RestoredBackup read() {
        try {
            Json.Binding binding = json.binding(Json.Names.EXACT);
            Marker read = binding.convert(binding.read(Files.readString(marker)), Marker.class);
            return new RestoredBackup(
                    read.run(),
                    Instant.parse(read.takenAt()),
                    read.options().orElse(Set.of()),
                    read.erased().orElse(List.of()));
        } catch (IOException | JsonException | DateTimeException e) {
            throw new StartupException(
                    "The file " + marker + " cannot be read: " + e.getMessage() + ".", "Restore the backup again.");
        }
    }

    private static void guarded(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("{} failed after the restore of a backup", what, e);
            throw new StartupException(
                    what + " failed after the restore of a backup: " + e.getMessage() + ".",
                    "Remove the cause and start the server again; it repeats the steps of the restore.");
        }
    }

    private void run(RestoreStep step, RestoredBackup backup) {
        BackgroundTaskHandle task = store.schedule(Scope.system(), new BackgroundTask() {
            @Override
            public boolean run(Transaction tx, Pace pace) {
                return step.change(backup, tx, pace);
            }

            @Override
            public String name() {
                return "svc.runtime: restore " + step.namespace();
            }
        });
        while (!task.await(LOOK)) {
            if (Thread.currentThread().isInterrupted()) {
                task.cancel();
                throw new IllegalStateException("The start was interrupted");
            }
        }
        step.finish(backup);
    }

    private JobHandler erasure() {
        return jobs.stream()
                .filter(job -> job.name().equals(ERASURE))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No bundle erases accounts"));
    }

    private void record(RestoredBackup backup) {
        AuditLog log = audit;
        if (log != null) {
            Map<String, String> details = new LinkedHashMap<>();
            details.put("taken_at", backup.takenAt().toString());
            details.put("options", String.join(" ", backup.options()));
            details.put("erased_accounts", Integer.toString(backup.erased().size()));
            log.record(new AuditEvent(
                    Actor.SYSTEM,
                    "backup.restore",
                    AuditEvent.INSTANCE,
                    Optional.of(new AuditEvent.Target("backup", backup.run())),
                    AuditEvent.Outcome.DONE,
                    details));
        }
    }

    /** Removes the file last: until this is on the disk, a start repeats the steps. */
    private void remove() {
        try {
            Files.delete(marker);
            try (FileChannel folder =
                    FileChannel.open(Objects.requireNonNull(marker.getParent()), StandardOpenOption.READ)) {
                folder.force(true);
            }
        } catch (IOException e) {
            throw new StartupException(
                    "The file " + marker + " cannot be removed: " + e.getMessage() + ".",
                    "Give the user that runs svc the right to write there.");
        }
    }
}
