package svc.delivery;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;

/** {@code svc queue retry}. */
@Component(service = AdminOperation.class)
public final class RetryQueued extends QueueOperation<OneQueued, QueuedView> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public RetryQueued(@Reference QueueBook book) {
        super(
                "retry",
                "Try a message that waits again now",
                new Route("POST", "/queue/{id}/retry", 202),
                OneQueued.class);
        this.book = book;
    }

    @Override
    public QueuedView run(OneQueued arguments) {
        return book.retry(arguments.id());
    }
}
