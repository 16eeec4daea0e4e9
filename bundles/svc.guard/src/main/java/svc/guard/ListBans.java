package svc.guard;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Page;
import svc.api.operation.Route;

/** {@code svc ban list}. */
@Component(service = AdminOperation.class)
public final class ListBans implements GuardOperation<PageOf, Page<BanView>> {

    private final GuardBook book;

    /** On these. */
    @Activate
    public ListBans(@Reference GuardBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "ban";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "Addresses that must stay outside, and until when";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/bans"));
    }

    @Override
    public Class<PageOf> arguments() {
        return PageOf.class;
    }

    @Override
    public Page<BanView> run(PageOf arguments) {
        return arguments.of(book.bans().stream().map(BanView::of).toList(), BanView::ip);
    }
}
