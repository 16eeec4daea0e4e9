package svc.core;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Capabilities;

/** Tells those who say what an organization has what there is to have. */
@Component
public final class OfferedCapabilities implements Capabilities {

    private final Registry registry;

    /** Looks at the registry. */
    @Activate
    public OfferedCapabilities(@Reference EngineService service) {
        this.registry = service.registry();
    }

    @Override
    public Set<String> ofAccounts() {
        return registry.catalogue().capabilities().values().stream()
                .filter(Part.Offered::inAccounts)
                .map(Part.Offered::urn)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
