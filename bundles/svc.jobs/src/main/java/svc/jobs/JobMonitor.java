package svc.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.job.JobStatus.State;
import svc.api.lifecycle.Maintenance;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.time.Clock;
import svc.jobs.JobRows.Counted;

/** Reports the jobs as metrics and as a health check. Thread-safe. */
@Component(service = {MetricSource.class, HealthCheck.class})
public final class JobMonitor implements MetricSource, HealthCheck {

    private static final String NAME = "jobs";
    private static final String HELP = "Jobs and tasks between accounts that are not done, by state.";

    /** A working server starts a due job within this time, unless long jobs of its lane are ahead. */
    private static final Duration LATE = Duration.ofHours(1);

    private final StoredJobQueue queue;
    private final JobKinds kinds;
    private final Clock clock;
    private final Maintenance maintenance;

    @Activate
    public JobMonitor(
            @Reference StoredJobQueue queue,
            @Reference JobKinds kinds,
            @Reference Clock clock,
            @Reference Maintenance maintenance) {
        this.queue = queue;
        this.kinds = kinds;
        this.clock = clock;
        this.maintenance = maintenance;
    }

    @Override
    public void collect(MetricSink sink) {
        List<Counted> open = queue.read(JobRows::open);
        for (State state : List.of(State.QUEUED, State.RUNNING, State.FAILED)) {
            sink.gauge("jobs", HELP, (double) count(open, state), "state", state.word());
        }
    }

    private static long count(List<Counted> open, State state) {
        return open.stream()
                .filter(one -> one.state() == state)
                .mapToLong(Counted::count)
                .sum();
    }

    @Override
    public String family() {
        return "queue";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        List<Counted> open = queue.read(JobRows::open);
        Map<String, Object> facts = Map.of(
                "queued", count(open, State.QUEUED),
                "running", count(open, State.RUNNING),
                "failed", count(open, State.FAILED));
        return problems(open).stream().map(finding -> finding.with(facts)).toList();
    }

    private List<Finding> problems(List<Counted> open) {
        List<Finding> findings = new ArrayList<>();
        long failed = count(open, State.FAILED);
        if (failed > 0) {
            findings.add(Finding.warn(
                    NAME,
                    failed + " jobs have failed and are not tried again.",
                    "`svc job list` shows the reasons; run `svc job retry ID` or `svc job cancel ID`."));
        }
        Set<String> known = kinds.names();
        boolean waits = maintenance.readOnly().isPresent(); // no job begins
        Instant late = waits ? Instant.MIN : clock.now().minus(LATE);
        for (Counted one : open) {
            if (one.state() == State.QUEUED && one.due().isBefore(late)) {
                findings.add(
                        Finding.warn(
                                NAME,
                                one.count() + " jobs of the kind " + one.kind() + " wait; one has been due since "
                                        + one.due() + ".",
                                known.contains(one.kind())
                                        ? "`svc job list` shows the jobs, and `svc logs summary` the reason."
                                        : "Install the bundle that runs this kind of jobs, or cancel them with `svc job cancel ID`."));
            }
        }
        return findings.isEmpty() ? List.of(Finding.ok(NAME, "No job has failed or waits too long.")) : findings;
    }
}
