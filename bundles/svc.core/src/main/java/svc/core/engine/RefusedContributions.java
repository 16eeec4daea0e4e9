package svc.core;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.NameConflicts;

/** Tells which bundle brought a capability, a type or a method that was not taken in. */
@Component
public final class RefusedParts implements NameConflicts {

    private final Registry registry;

    /** Looks at the registry. */
    @Activate
    public RefusedParts(@Reference EngineService service) {
        this.registry = service.registry();
    }

    @Override
    public Optional<Conflict> of(long bundleId) {
        registry.settle(bundleId); // asked after its start; so that what is told to be active is there
        return registry.catalogue().refused().stream()
                .filter(refused -> refused.bundleId() == bundleId)
                .findFirst()
                .map(refused -> new Conflict(refused.reason(), refused.remedy()));
    }
}
