package svc.delivery;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/** {@code svc queue show}. */
@Component(service = AdminOperation.class)
public final class ShowQueued implements StoreOperation<OneQueued, QueuedView> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public ShowQueued(@Reference QueueBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "queue";
    }

    @Override
    public String verb() {
        return "show";
    }

    @Override
    public String help() {
        return "One message on its way";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/queue/{id}"));
    }

    @Override
    public Class<OneQueued> arguments() {
        return OneQueued.class;
    }

    @Override
    public QueuedView run(OneQueued arguments) {
        return book.known(arguments.id());
    }
}
