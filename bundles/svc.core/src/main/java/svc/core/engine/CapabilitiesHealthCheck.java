package svc.core;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Shows the doctor which capabilities, types and methods are not offered, and why. */
@Component
public final class CapabilitiesCheck implements HealthCheck {

    private static final String NAME = "capabilities";

    private final Registry registry;

    /** Looks at the registry. */
    @Activate
    public CapabilitiesCheck(@Reference EngineService service) {
        this.registry = service.registry();
    }

    @Override
    public String family() {
        return "bundles";
    }

    @Override
    public List<Finding> examine() {
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
