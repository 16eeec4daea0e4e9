package svc.guard;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.guard.Network;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;

/** {@code svc ban remove}. */
@Component(service = AdminOperation.class)
public final class RemoveBan implements GuardOperation<OneNetwork, Removed> {

    private final GuardBook book;

    /** On these. */
    @Activate
    public RemoveBan(@Reference GuardBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "ban";
    }

    @Override
    public String verb() {
        return "remove";
    }

    @Override
    public String help() {
        return "Let an address in again";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("DELETE", "/bans/{ip}", 204));
    }

    @Override
    public Class<OneNetwork> arguments() {
        return OneNetwork.class;
    }

    @Override
    public Removed run(OneNetwork arguments) {
        Network network = GuardOperation.network(arguments.ip());
        if (!book.unban(network)) {
            throw GuardOperation.unknown(network, noun());
        }
        return new Removed(1);
    }
}
