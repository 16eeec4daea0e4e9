package svc.runtime;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.store.StoreException;

/**
 * The operation {@code svc doctor}: runs the health checks. The exit code is 0 when all succeed, 1 on a warning, 2 on a
 * failure (DOC-01…03).
 */
@Component
public final class DoctorOperation implements OperationGroup {

    private static final String CLOSED = "It needs the store, which is closed while no server runs.";
    private static final String SERVER = "server";

    private static final Logger LOG = LoggerFactory.getLogger(DoctorOperation.class);

    /** The order of findings: failures first. */
    private static final List<String> ORDER = List.of("fail", "warn", "skipped", "ok");

    /** The reference is dynamic, so that checks may be registered and unregistered while the operation runs. */
    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<HealthCheck> checks;

    private final boolean running;

    @Activate
    public DoctorOperation(BundleContext context) {
        this(List.of(), !"console".equals(context.getProperty("svc.mode")));
    }

    DoctorOperation(List<HealthCheck> checks, boolean running) {
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
    public OperationResult<List<Diagnosis>> run(@Nullable @Help("run the checks of one family only") String only) {
        List<HealthCheck> present = checks;
        if (only != null
                && !only.equals(SERVER)
                && present.stream().noneMatch(check -> check.family().equals(only))) {
            TreeSet<String> families = new TreeSet<>(List.of(SERVER));
            present.forEach(check -> families.add(check.family()));
            String what = "There is no family " + only + "; choose one of " + String.join(", ", families) + ".";
            throw new OperationException(Reason.INVALID, what, List.of(new FieldError("only", what)));
        }
        List<Diagnosis> found = new ArrayList<>();
        for (HealthCheck check : present) {
            if (only == null || check.family().equals(only)) {
                examine(check).forEach(finding -> found.add(diagnosis(check.family(), finding)));
            }
        }
        boolean closed = found.stream().anyMatch(diagnosis -> diagnosis.detail().equals(CLOSED));
        if (only == null || only.equals(SERVER) || closed) {
            found.add(diagnosis(SERVER, server()));
        }
        found.sort(Comparator.comparing((Diagnosis diagnosis) -> ORDER.indexOf(diagnosis.status()))
                .thenComparing(diagnosis -> String.valueOf(diagnosis.family()))
                .thenComparing(Diagnosis::check));
        return new OperationResult<>(found, exitCode(found), note(found));
    }

    private Finding server() {
        return running
                ? Finding.ok(SERVER, "The server runs.")
                : Finding.fail(
                        SERVER,
                        "No server runs on this home; checks that need one were left out.",
                        "Start it with `svc run --home HOME`, or `systemctl start svc`.");
    }

    private static List<Finding> examine(HealthCheck check) {
        try {
            return check.run();
        } catch (RuntimeException | LinkageError e) {
            List<String> names = check.checks().isEmpty() ? List.of(check.family()) : check.checks();
            if (e instanceof StoreException problem && problem.kind() == StoreException.Kind.CLOSED) {
                return names.stream().map(name -> Finding.skipped(name, CLOSED)).toList();
            }
            LOG.error("The health check {} failed", names.get(0), e);
            String what = "The check itself failed: " + e.getClass().getSimpleName() + ".";
            return names.stream()
                    .map(name -> Finding.fail(name, what, "Look into the log."))
                    .toList();
        }
    }

    private static Diagnosis diagnosis(String family, Finding finding) {
        return new Diagnosis(
                finding.check(),
                finding.status().name().toLowerCase(Locale.ROOT),
                finding.detail(),
                family.isEmpty() ? null : family,
                finding.facts().isEmpty() ? null : finding.facts(),
                finding.remedy().orElse(null));
    }

    /** Returns a sentence with the number of findings of each status. */
    static String note(List<Diagnosis> result) {
        String counts = ORDER.stream()
                .map(status -> Map.entry(
                        status,
                        result.stream()
                                .filter(diagnosis -> diagnosis.status().equals(status))
                                .count()))
                .filter(count -> count.getValue() > 0)
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        return result.size() + (result.size() == 1 ? " check: " : " checks: ") + counts;
    }

    static int exitCode(List<Diagnosis> result) {
        if (result.stream().anyMatch(diagnosis -> diagnosis.status().equals("fail"))) {
            return 2;
        }
        return result.stream().anyMatch(diagnosis -> diagnosis.status().equals("warn")) ? 1 : 0;
    }
}
