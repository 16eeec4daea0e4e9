package svc.delivery;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Page;
import svc.api.operation.PageOf;
import svc.api.operation.Route;

/** {@code svc queue list}. */
@Component(service = AdminOperation.class)
public final class ListQueue extends QueueOperation<PageOf, Page<QueuedView>> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public ListQueue(@Reference QueueBook book) {
        super(
                "list",
                "Messages on their way, with who waits for them and why",
                new Route("GET", "/queue"),
                PageOf.class);
        this.book = book;
    }

    @Override
    public Page<QueuedView> run(PageOf arguments) {
        return book.list(arguments);
    }
}
