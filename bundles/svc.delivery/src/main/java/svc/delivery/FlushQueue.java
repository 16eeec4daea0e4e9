package svc.delivery;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.Route;

/** {@code svc queue flush}. */
@Component(service = AdminOperation.class)
public final class FlushQueue extends QueueOperation<NoArguments, Flushed> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public FlushQueue(@Reference QueueBook book) {
        super(
                "flush",
                "Try all messages that wait again now",
                new Route("POST", "/queue/flush", 202),
                NoArguments.class);
        this.book = book;
    }

    @Override
    public Flushed run(NoArguments arguments) {
        return book.flush();
    }
}
