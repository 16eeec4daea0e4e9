package svc.core.engine;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.core.dispatch.Catalogue;
import svc.core.registry.ContributionRegistry;

/** Reports rejected capabilities, types and methods as findings of the doctor. */
@Component
public final class CapabilitiesHealthCheck implements HealthCheck {

    private static final String NAME = "capabilities";

    private final ContributionRegistry registry;

    @Activate
    public CapabilitiesHealthCheck(@Reference EngineComponent service) {
        this.registry = service.registry();
    }

    @Override
    public String family() {
        return "bundles";
    }

    @Override
    public List<Finding> run() {
        Catalogue catalogue = registry.catalogue();
        List<Finding> findings = catalogue.refused().stream()
                .map(refused -> Finding.warn(NAME, refused.reason(), refused.remedy()))
                .toList();
        return findings.isEmpty()
                ? List.of(Finding.ok(
                        NAME,
                        catalogue.capabilities().size() + " capabilities with "
                                + catalogue.methods().size() + " methods are offered."))
                : findings;
    }
}
