package svc.delivery;

import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Page;
import svc.api.operation.Paged;
import svc.api.operation.Route;

/** {@code svc queue list}. */
@Component(service = AdminOperation.class)
public final class ListQueue extends QueueOperation<ListQueue.Arguments, Page<QueuedView>> {

    private final QueueBook book;

    /** Of these. */
    @Activate
    public ListQueue(@Reference QueueBook book) {
        super(
                "list",
                "Messages on their way, with who waits for them and why",
                new Route("GET", "/queue"),
                Arguments.class);
        this.book = book;
    }

    /** Which of them. */
    record Arguments(
            @Default(Page.USUAL) @Help("how many at once") int limit,

            @Help("where to go on: next of the part before") @Nullable
            String cursor)
            implements Paged {}

    @Override
    public Page<QueuedView> run(ListQueue.Arguments arguments) {
        return book.list(arguments);
    }
}
