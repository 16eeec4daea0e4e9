package svc.guard;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Page;
import svc.api.operation.Route;

/** {@code svc whitelist list}. */
@Component(service = AdminOperation.class)
public final class ListTrusted implements GuardOperation<PageOf, Page<TrustedView>> {

    private final GuardBook book;

    /** On these. */
    @Activate
    public ListTrusted(@Reference GuardBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "whitelist";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "Addresses that are never limited and never banned";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/whitelist"));
    }

    @Override
    public Class<PageOf> arguments() {
        return PageOf.class;
    }

    @Override
    public Page<TrustedView> run(PageOf arguments) {
        return arguments.of(book.trusted().stream().map(TrustedView::of).toList(), TrustedView::ip);
    }
}
