package svc.delivery;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/** {@code svc queue retry}. */
@Component(service = AdminOperation.class)
public final class RetryQueued implements StoreOperation<OneQueued, QueuedView> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public RetryQueued(@Reference QueueBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "queue";
    }

    @Override
    public String verb() {
        return "retry";
    }

    @Override
    public String help() {
        return "Try a message that waits again now";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/queue/{id}/retry", 202));
    }

    @Override
    public Class<OneQueued> arguments() {
        return OneQueued.class;
    }

    @Override
    public QueuedView run(OneQueued arguments) {
        return book.retry(arguments.id());
    }
}
