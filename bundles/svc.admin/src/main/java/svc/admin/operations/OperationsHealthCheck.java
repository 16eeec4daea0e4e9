package svc.admin.operations;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Reports the operations that are not offered, with the reason. */
@Component
public final class OperationsHealthCheck implements HealthCheck {

    private static final String NAME = "operations";

    private final OperationRegistry registry;

    @Activate
    public OperationsHealthCheck(@Reference OperationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public String family() {
        return "bundles";
    }

    @Override
    public List<Finding> run() {
        List<Finding> findings = registry.refusals().stream()
                .map(refusal -> Finding.warn(NAME, refusal.what(), refusal.remedy()))
                .toList();
        return findings.isEmpty()
                ? List.of(Finding.ok(NAME, "All " + registry.declarations().size() + " operations are offered."))
                : findings;
    }
}
