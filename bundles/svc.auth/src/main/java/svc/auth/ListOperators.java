package svc.auth;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.StoreOperation;

/** {@code svc operator list}. */
@Component(service = AdminOperation.class)
public final class ListOperators implements StoreOperation<NoArguments, List<AccountView>> {

    private final Members members;
    private final AccountViews views;

    /** Among these. */
    @Activate
    public ListOperators(@Reference Members members, @Reference AccountViews views) {
        this.members = members;
        this.views = views;
    }

    @Override
    public String noun() {
        return "operator";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "Who has the rights over the whole instance";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public List<AccountView> run(NoArguments arguments) {
        return members.operators().stream().map(views::of).toList();
    }
}
