package svc.delivery;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/** {@code svc queue remove}. */
@Component(service = AdminOperation.class)
public final class DropQueued implements StoreOperation<OneQueued, Flushed.Dropped> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public DropQueued(@Reference QueueBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "queue";
    }

    @Override
    public String verb() {
        return "remove";
    }

    @Override
    public String help() {
        return "Take a message out of the queue: nobody gets it any more, and its sender is told nothing";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("DELETE", "/queue/{id}", 204));
    }

    @Override
    public Class<OneQueued> arguments() {
        return OneQueued.class;
    }

    @Override
    public Flushed.Dropped run(OneQueued arguments) {
        return book.drop(arguments.id());
    }
}
