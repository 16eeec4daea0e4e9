package svc.guard;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;

/** {@code svc whitelist add}. */
@Component(service = AdminOperation.class)
public final class AddTrusted implements GuardOperation<NewTrusted, TrustedView> {

    private final GuardBook book;

    /** On these. */
    @Activate
    public AddTrusted(@Reference GuardBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "whitelist";
    }

    @Override
    public String verb() {
        return "add";
    }

    @Override
    public String help() {
        return "Never limit and never ban an address or a network";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/whitelist", 201), new Route("POST", "/whitelist/{ip}", 201));
    }

    @Override
    public Class<NewTrusted> arguments() {
        return NewTrusted.class;
    }

    @Override
    public TrustedView run(NewTrusted arguments) {
        return TrustedView.of(book.trust(GuardOperation.network(arguments.ip()), arguments.checkedNote()));
    }
}
