package svc.delivery;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/** {@code svc queue flush}. */
@Component(service = AdminOperation.class)
public final class FlushQueue implements StoreOperation<NoArguments, Flushed> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public FlushQueue(@Reference QueueBook book) {
        this.book = book;
    }

    @Override
    public String noun() {
        return "queue";
    }

    @Override
    public String verb() {
        return "flush";
    }

    @Override
    public String help() {
        return "Try all messages that wait again now";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/queue/flush", 202));
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public Flushed run(NoArguments arguments) {
        return book.flush();
    }
}
