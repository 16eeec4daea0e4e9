package svc.core;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** Lists what is offered: each capability with its bundle and its methods. */
@Component(service = AdminOperation.class)
public final class CapabilityListOperation
        implements AdminOperation<NoArguments, List<CapabilityListOperation.CapabilityRow>> {

    private final Registry registry;

    /** Looks at the registry. */
    @Activate
    public CapabilityListOperation(@Reference EngineService service) {
        this.registry = service.registry();
    }

    /**
     * A capability.
     *
     * @param urn its URN
     * @param bundle the bundle that brings it
     * @param methods the methods that it unlocks by itself
     */
    record CapabilityRow(String urn, String bundle, List<String> methods) {}

    @Override
    public String noun() {
        return "capability";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "The capabilities that clients may use, and their methods";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public List<CapabilityRow> run(NoArguments arguments) {
        Catalogue catalogue = registry.catalogue();
        return catalogue.capabilities().values().stream()
                .map(offered ->
                        new CapabilityRow(offered.urn(), offered.origin().bundle(), methods(catalogue, offered.urn())))
                .toList();
    }

    private static List<String> methods(Catalogue catalogue, String urn) {
        return catalogue.methods().values().stream()
                .filter(method -> method.capabilities().contains(urn))
                .map(Method::name)
                .toList();
    }
}
