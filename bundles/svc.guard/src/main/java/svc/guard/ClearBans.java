package svc.guard;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.Route;

/** {@code svc ban clear}. */
@Component(service = AdminOperation.class)
public final class ClearBans implements GuardOperation<NoArguments, Removed> {

    private final GuardBook book;

    /** On these. */
    @Activate
    public ClearBans(@Reference GuardBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "ban";
    }

    @Override
    public String verb() {
        return "clear";
    }

    @Override
    public String help() {
        return "Let everybody in again";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("DELETE", "/bans"));
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public Removed run(NoArguments arguments) {
        return new Removed(book.unbanAll());
    }
}
