package svc.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.store.StoreProblem;

/** Runs the health checks. The exit code is 0 when all is well, 1 when degraded, 2 when a check fails (DOC-01…03). */
@Component(service = AdminOperation.class)
public final class DoctorOperation
        implements AdminOperation<DoctorOperation.Arguments, List<DoctorOperation.Diagnosis>> {

    private static final Logger LOG = LoggerFactory.getLogger(DoctorOperation.class);

    /** Dynamic, so that a check may come and go while the doctor looks. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<HealthCheck> checks;

    /** Starts without a check; the component runtime brings them. */
    @Activate
    public DoctorOperation() {
        this(List.of());
    }

    DoctorOperation(List<HealthCheck> checks) {
        this.checks = checks;
    }

    /** Which checks to run. */
    public record Arguments(
            @Nullable @Help("run the checks of one family only")
            String only) {}

    /** One finding as it is printed; what is empty is absent. */
    public record Diagnosis(
            String check,
            String status,
            String detail,
            @Nullable String family,
            @Nullable Map<String, Object> facts,
            @Nullable String remedy) {}

    @Override
    public String noun() {
        return "doctor";
    }

    @Override
    public String help() {
        return "Look whether everything is well, and say what to do where it is not";
    }

    @Override
    public boolean offline() {
        return true;
    }

    /** It only looks. */
    @Override
    public boolean changes() {
        return false;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public List<Diagnosis> run(Arguments arguments) {
        List<HealthCheck> present = checks;
        String only = arguments.only();
        if (only != null && present.stream().noneMatch(check -> check.family().equals(only))) {
            TreeSet<String> families = new TreeSet<>();
            present.forEach(check -> families.add(check.family()));
            String what = "There is no family " + only + "; choose one of " + String.join(", ", families) + ".";
            throw new OperationProblem(Reason.INVALID, what, List.of(new FieldError("only", what)));
        }
        List<Diagnosis> found = new ArrayList<>();
        for (HealthCheck check : present) {
            if (only == null || check.family().equals(only)) {
                examine(check).forEach(finding -> found.add(diagnosis(check.family(), finding)));
            }
        }
        found.sort(Comparator.comparing((Diagnosis diagnosis) -> String.valueOf(diagnosis.family()))
                .thenComparing(Diagnosis::check));
        return found;
    }

    private static List<Finding> examine(HealthCheck check) {
        try {
            return check.examine();
        } catch (RuntimeException | LinkageError e) {
            String name = check.getClass().getSimpleName();
            if (e instanceof StoreProblem problem && problem.kind() == StoreProblem.Kind.CLOSED) {
                return List.of(Finding.skipped(name, "It needs the store, which is closed while no server runs."));
            }
            LOG.error("The health check {} failed", name, e);
            return List.of(Finding.fail(
                    name, "The check itself failed: " + e.getClass().getSimpleName() + ".", "Look into the log."));
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

    @Override
    public int exit(List<Diagnosis> result) {
        if (result.stream().anyMatch(diagnosis -> diagnosis.status().equals("fail"))) {
            return 2;
        }
        return result.stream().anyMatch(diagnosis -> diagnosis.status().equals("warn")) ? 1 : 0;
    }
}
