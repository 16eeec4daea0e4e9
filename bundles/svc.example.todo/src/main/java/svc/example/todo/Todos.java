package svc.example.todo;

import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Capability;
import svc.api.jmap.SetError;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.ObjectType;

/** The capability and its only type. */
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
    public Class<Todo> recordType() {
        return Todo.class;
    }

    @Override
    public void validate(Edit<Todo> edit) {
        Todo after = edit.after();
        if (after != null && after.title().isBlank()) {
            throw SetError.invalidProperty("title", "The title is blank. Give it one.");
        }
    }
}
