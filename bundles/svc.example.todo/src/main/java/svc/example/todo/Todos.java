package svc.example.todo;

import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Capability;
import svc.api.jmap.Edit;
import svc.api.jmap.ObjectType;
import svc.api.jmap.SetError;

/** The capability, and its one type. */
@Component(service = {Capability.class, ObjectType.class})
public final class Todos implements Capability, ObjectType<Todo> {

    static final String URN = "urn:example:params:jmap:todo";

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public String capability() {
        return URN;
    }

    @Override
    public Class<Todo> shape() {
        return Todo.class;
    }

    @Override
    public void check(Edit<Todo> edit) {
        Todo after = edit.after();
        if (after != null && after.title().isBlank()) {
            throw SetError.invalidProperty("title", "A todo says what is to be done. Give it a title.");
        }
    }
}
