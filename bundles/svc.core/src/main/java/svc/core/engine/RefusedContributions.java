package svc.core.engine;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.NameConflicts;
import svc.core.registry.ContributionRegistry;

/** Returns the rejected capability, type or method of a bundle. */
@Component
public final class RefusedContributions implements NameConflicts {

    private final ContributionRegistry registry;

    @Activate
    public RefusedContributions(@Reference EngineComponent service) {
        this.registry = service.registry();
    }

    @Override
    public Optional<Conflict> of(long bundleId) {
        registry.settle(bundleId); // called after the start of the bundle: first publishes its capabilities
        return registry.catalogue().refused().stream()
                .filter(refused -> refused.bundleId() == bundleId)
                .findFirst()
                .map(refused -> new Conflict(refused.reason(), refused.remedy()));
    }
}
