package svc.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Page;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/** {@code svc queue list}. */
@Component(service = AdminOperation.class)
public final class ListQueue implements StoreOperation<ListQueue.Arguments, Page<QueuedView>> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public ListQueue(@Reference QueueBook book) {
        this.book = book;
    }

    /** Which of them. */
    record Arguments(
            @Default(Page.USUAL) @Help("how many at once") int limit,

            @Help("where to go on: next of the part before") @Nullable
            String cursor) {}

    @Override
    public String noun() {
        return "queue";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "Messages on their way, with who waits for them and why";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/queue"));
    }

    @Override
    public Class<ListQueue.Arguments> arguments() {
        return ListQueue.Arguments.class;
    }

    @Override
    public Page<QueuedView> run(ListQueue.Arguments arguments) {
        return book.list(Page.limit(arguments.limit()), arguments.cursor());
    }
}
