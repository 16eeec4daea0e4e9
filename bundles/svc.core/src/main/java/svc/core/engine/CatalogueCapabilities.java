package svc.core.engine;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Directory;
import svc.api.jmap.OfferedCapabilities;
import svc.core.dispatch.Contribution;
import svc.core.registry.ContributionRegistry;
import svc.core.registry.CoreCapability;

/** Answers which capabilities the server offers from the current catalogue. */
@Component
public final class CatalogueCapabilities implements OfferedCapabilities {

    private final ContributionRegistry registry;
    private final Directory directory;

    @Activate
    public CatalogueCapabilities(@Reference EngineComponent service, @Reference Directory directory) {
        this.registry = service.registry();
        this.directory = directory;
    }

    @Override
    public Set<String> switchable() {
        Set<String> urns = new TreeSet<>(registry.catalogue().capabilities().keySet());
        urns.remove(CoreCapability.URN);
        return urns;
    }

    @Override
    public Optional<String> obstacle(String organization, String urn) {
        return registry.catalogue().obstacle(urn, organization, directory);
    }

    @Override
    public Set<String> accountCapabilities() {
        return registry.catalogue().capabilities().values().stream()
                .filter(Contribution.Offered::inAccounts)
                .map(Contribution.Offered::urn)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
