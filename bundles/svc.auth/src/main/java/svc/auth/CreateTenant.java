package svc.auth;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.auth.Identities.Founding;

/** {@code svc tenant create}. */
@Component(service = AdminOperation.class)
public final class CreateTenant implements AdminOperation<CreateTenant.Arguments, TenantView> {

    private final Identities identities;

    /** Creates them here. */
    @Activate
    public CreateTenant(@Reference Identities identities) {
        this.identities = identities;
    }

    /** What it begins with. */
    record Arguments(
            @Help("what people call the organization") String name,

            @Help("a domain of its addresses; may be given more than once")
            List<String> domains) {}

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "create";
    }

    @Override
    public String help() {
        return "Create an organization with its domains";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public TenantView run(Arguments arguments) {
        String name = Given.name("name", arguments.name());
        return TenantView.of(
                identities.found(new Founding(name, Given.domains(arguments.domains()), Optional.empty())));
    }
}
