package svc.guard;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.guard.Network;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;

/** {@code svc whitelist show}. */
@Component(service = AdminOperation.class)
public final class ShowTrusted implements GuardOperation<OneNetwork, TrustedView> {

    private final GuardBook book;

    /** On these. */
    @Activate
    public ShowTrusted(@Reference GuardBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "whitelist";
    }

    @Override
    public String verb() {
        return "show";
    }

    @Override
    public String help() {
        return "One of them";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/whitelist/{ip}"));
    }

    @Override
    public Class<OneNetwork> arguments() {
        return OneNetwork.class;
    }

    @Override
    public TrustedView run(OneNetwork arguments) {
        Network network = GuardOperation.network(arguments.ip());
        return book.trusted(network).map(TrustedView::of).orElseThrow(() -> GuardOperation.unknown(network, noun()));
    }
}
