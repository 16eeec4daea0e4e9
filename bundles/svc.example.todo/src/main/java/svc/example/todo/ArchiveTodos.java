package svc.example.todo;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.RecordRepository;
import svc.api.store.Store;

/** Implements {@code Todo/archive}, which archives all objects that are done. */
@Component(service = MethodHandler.class)
public final class ArchiveTodos implements MethodHandler<ArchiveTodos.Arguments, ArchiveTodos.Archived> {

    record Arguments(String accountId) {}

    record Archived(String accountId, List<String> archived) {}

    private final Store store;

    @Activate
    public ArchiveTodos(@Reference Store store) {
        this.store = store;
    }

    @Override
    public String method() {
        return "Todo/archive";
    }

    @Override
    public String capability() {
        return Todos.URN;
    }

    @Override
    public Archived handle(MethodCall call, Arguments arguments) {
        RecordRepository<Todo> todos = call.records(Todo.class);
        return store.write(call.scope(arguments.accountId(), Access.WRITE), tx -> {
            var done = todos.all(tx);
            done.values().removeIf(todo -> !todo.done() || todo.archived());
            done.forEach((id, todo) -> todos.update(tx, id, todo.inArchive()));
            return new Archived(arguments.accountId(), List.copyOf(done.keySet()));
        });
    }
}
