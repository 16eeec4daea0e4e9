package svc.delivery;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;

/** {@code svc queue show}. */
@Component(service = AdminOperation.class)
public final class ShowQueued extends QueueOperation<OneQueued, QueuedView> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public ShowQueued(@Reference QueueBook book) {
        super("show", "One message on its way", new Route("GET", "/queue/{id}"), OneQueued.class);
        this.book = book;
    }

    @Override
    public QueuedView run(OneQueued arguments) {
        return book.known(arguments.id());
    }
}
