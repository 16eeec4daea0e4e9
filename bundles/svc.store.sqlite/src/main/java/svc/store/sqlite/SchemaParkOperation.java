package svc.store.sqlite;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;

/** {@code svc schema park NS}: keep the tables of a bundle that is gone, and start without it. */
@Component(service = AdminOperation.class)
public final class SchemaParkOperation
        implements AdminOperation<SchemaParkOperation.Arguments, SchemaParkOperation.Parked> {

    private final SchemaHome home;

    /** Acts when asked. */
    @Activate
    public SchemaParkOperation(@Reference SchemaHome home) {
        this.home = home;
    }

    @Override
    public String noun() {
        return "schema";
    }

    @Override
    public String verb() {
        return "park";
    }

    @Override
    public String help() {
        return "keep the tables of a bundle that was removed, so that the server starts without it";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Parked run(Arguments arguments) {
        NamespaceGone gone = new NamespaceGone(home);
        gone.check(arguments.namespace());
        gone.answer(() -> home.database().park(arguments.namespace()));
        return new Parked(arguments.namespace(), Namespace.State.PARKED.word());
    }

    @Override
    public boolean offline() {
        return true;
    }

    /**
     * What to park.
     *
     * @param namespace the namespace
     */
    public record Arguments(
            @Positional @Help("the namespace, as `svc schema list` names it")
            String namespace) {}

    /**
     * What was parked.
     *
     * @param namespace the namespace
     * @param state its state now
     */
    public record Parked(String namespace, String state) {}
}
