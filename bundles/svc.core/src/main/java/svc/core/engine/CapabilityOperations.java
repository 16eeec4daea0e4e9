package svc.core.engine;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.RegisteredMethod;
import svc.core.registry.ContributionRegistry;

/** The operation {@code svc capability list}. */
@Component
public final class CapabilityOperations implements OperationGroup {

    private final ContributionRegistry registry;

    @Activate
    public CapabilityOperations(@Reference EngineComponent service) {
        this.registry = service.registry();
    }

    /**
     * A row of the list.
     *
     * @param urn the URN of the capability
     * @param bundle the bundle that provides it
     * @param methods the methods of this capability
     */
    record CapabilityRow(String urn, String bundle, List<String> methods) {}

    @Operation(command = "capability list", help = "List the capabilities that clients can use, and their methods")
    public List<CapabilityRow> list() {
        Catalogue catalogue = registry.catalogue();
        return catalogue.capabilities().values().stream()
                .map(offered ->
                        new CapabilityRow(offered.urn(), offered.origin().bundle(), methods(catalogue, offered.urn())))
                .toList();
    }

    private static List<String> methods(Catalogue catalogue, String urn) {
        return catalogue.methods().values().stream()
                .filter(method -> method.capabilities().contains(urn))
                .map(RegisteredMethod::name)
                .toList();
    }
}
