package svc.example.todo;

import java.util.List;
import java.util.Map;
import svc.testkit.engine.CapabilityUnderTest;
import svc.testkit.engine.MethodIsolationContract;
import svc.testkit.engine.ObjectTypeContract;
import svc.testkit.engine.TenantIsolationContract;

/** Everything that is true of every type and every method is true of this one. */
class TodoContractTest implements ObjectTypeContract, MethodIsolationContract, TenantIsolationContract {

    @Override
    public CapabilityUnderTest subject() {
        return CapabilityUnderTest.of("Todo", engine -> List.of(new Todos(), new ArchiveTodos(engine.store())))
                .good(Map.of("title", "First", "done", true))
                .good(Map.of("title", "Second", "due", "2030-05-01T12:00:00Z"))
                .bad(Map.of("done", true), "title")
                .bad(Map.of("title", " "), "title")
                .change(Map.of("title", "Another", "done", false))
                .badChange(Map.of("title", ""), "title")
                .filter(Map.of("titleContains", "first"), 0)
                .filter(Map.of("dueBefore", "2031-01-01T00:00:00Z"), 1)
                .method("Todo/archive", Map.of("accountId", CapabilityUnderTest.ACCOUNT));
    }
}
