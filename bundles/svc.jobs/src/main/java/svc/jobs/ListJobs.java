package svc.jobs;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Page;
import svc.api.store.ObjectId;

/** {@code svc job list}. */
@Component(service = AdminOperation.class)
public final class ListJobs implements AdminOperation<ListJobs.Arguments, Page<JobView>> {

    private final JobBook book;

    /** Of these. */
    @Activate
    public ListJobs(@Reference JobBook book) {
        this.book = book;
    }

    /** Which of them. */
    record Arguments(
            @Default(Page.USUAL) @Help("how many at once") int limit,

            @Help("where to go on: next of the part before") @Nullable
            String cursor) {}

    @Override
    public String noun() {
        return "job";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "Long works, those that are done among them for 90 days";
    }

    @Override
    public Class<ListJobs.Arguments> arguments() {
        return ListJobs.Arguments.class;
    }

    @Override
    public Page<JobView> run(ListJobs.Arguments arguments) {
        int most = Page.limit(arguments.limit());
        String cursor = arguments.cursor();
        long after =
                cursor == null ? 0 : ObjectId.number(JobRows.LETTER, cursor).orElseThrow(Page::badCursor);
        List<JobView> found =
                book.after(after, most + 1).stream().map(JobView::of).toList();
        boolean more = found.size() > most;
        List<JobView> items = more ? found.subList(0, most) : found;
        return new Page<>(items, more ? items.get(most - 1).id() : null, book.count());
    }

    @Override
    public boolean offline() {
        return true;
    }

    @Override
    public boolean needsStore() {
        return true;
    }
}
