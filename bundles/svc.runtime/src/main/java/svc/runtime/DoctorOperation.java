package svc.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck.Cost;
import svc.api.health.HealthChecks;
import svc.api.health.HealthChecks.Result;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;

/**
 * The operation {@code svc doctor}: runs the health checks. The exit code is 0 when all succeed, 1 on a warning, 2 on a
 * failure (DOC-01…03).
 */
@Component
public final class DoctorOperation implements OperationGroup {

    private static final String SERVER = "server";

    /** The help of the flag {@code --watch}, which the client implements. */
    private static final String WATCH = "in a terminal: repeat the checks every 10 seconds until interrupted";

    /** The order of findings: failures first. */
    private static final List<String> ORDER = List.of("fail", "warn", "skipped", "ok");

    /** The order of the totals. */
    private static final List<String> TOTALS = List.of("ok", "warn", "fail", "skipped");

    private final HealthChecks checks;
    private final boolean running;

    @Activate
    public DoctorOperation(@Reference HealthChecks checks, BundleContext context) {
        this(checks, !"console".equals(context.getProperty("svc.mode")));
    }

    DoctorOperation(HealthChecks checks, boolean running) {
        this.checks = checks;
        this.running = running;
    }

    /** A finding in the response. Members without a value are absent. */
    public record Diagnosis(
            String check,
            String status,
            String detail,
            @Nullable String family,
            @Nullable Map<String, Object> facts,
            @Nullable String remedy) {}

    @Operation(
            command = "doctor",
            help = "Run the health checks, and show the remedy for each problem",
            needs = Needs.HOME,
            readOnly = true)
    public OperationResult<List<Diagnosis>> run(
            @Nullable @Help("run the checks of one family only") String only,
            @Help("also run the checks that read much") boolean slow,
            @Help("also run the checks that ask other machines") boolean outside,
            @Help(WATCH) boolean watch) {
        Set<String> families = new TreeSet<>(checks.families());
        families.add(SERVER);
        if (only != null && !families.contains(only)) {
            String what = "There is no family " + only + "; choose one of " + String.join(", ", families) + ".";
            throw new OperationException(Reason.INVALID, what, List.of(new FieldError("only", what)));
        }
        List<Diagnosis> found = new ArrayList<>();
        for (Result result : checks.run(Optional.ofNullable(only), costs(slow, outside))) {
            found.add(diagnosis(result.family(), result.finding()));
        }
        boolean closed = found.stream().anyMatch(diagnosis -> diagnosis.detail().equals(HealthCheckRunner.CLOSED));
        if (only == null || only.equals(SERVER) || closed) {
            found.add(diagnosis(SERVER, server()));
        }
        found.sort(Comparator.comparing((Diagnosis diagnosis) -> ORDER.indexOf(diagnosis.status()))
                .thenComparing(diagnosis -> String.valueOf(diagnosis.family()))
                .thenComparing(Diagnosis::check));
        return new OperationResult<>(found, exitCode(found), note(found));
    }

    private static Set<Cost> costs(boolean slow, boolean outside) {
        Set<Cost> costs = EnumSet.of(Cost.CHEAP);
        if (slow) {
            costs.add(Cost.SLOW);
        }
        if (outside) {
            costs.add(Cost.OUTSIDE);
        }
        return costs;
    }

    private Finding server() {
        return running
                ? Finding.ok(SERVER, "The server runs.")
                : Finding.fail(
                        SERVER,
                        "No server runs on this home; checks that need one were left out.",
                        "Start it with `svc run --home HOME`, or `systemctl start svc`.");
    }

    private static Diagnosis diagnosis(String family, Finding finding) {
        return new Diagnosis(
                finding.check(),
                finding.status().word(),
                finding.detail(),
                family.isEmpty() ? null : family,
                finding.facts().isEmpty() ? null : finding.facts(),
                finding.remedy().orElse(null));
    }

    /** Returns the number of findings of each status. */
    static String note(List<Diagnosis> result) {
        return TOTALS.stream()
                .map(status -> result.stream()
                                .filter(diagnosis -> diagnosis.status().equals(status))
                                .count()
                        + " " + status)
                .collect(Collectors.joining(", "));
    }

    static int exitCode(List<Diagnosis> result) {
        if (result.stream().anyMatch(diagnosis -> diagnosis.status().equals("fail"))) {
            return 2;
        }
        return result.stream().anyMatch(diagnosis -> diagnosis.status().equals("warn")) ? 1 : 0;
    }
}
