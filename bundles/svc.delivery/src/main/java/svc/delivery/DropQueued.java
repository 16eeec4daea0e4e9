package svc.delivery;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;

/** {@code svc queue remove}. */
@Component(service = AdminOperation.class)
public final class DropQueued extends QueueOperation<OneQueued, Flushed.Dropped> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public DropQueued(@Reference QueueBook book) {
        super(
                "remove",
                "Take a message out of the queue: nobody gets it any more, and its sender is told nothing",
                new Route("DELETE", "/queue/{id}", 204),
                OneQueued.class);
        this.book = book;
    }

    @Override
    public Flushed.Dropped run(OneQueued arguments) {
        return book.drop(arguments.id());
    }
}
