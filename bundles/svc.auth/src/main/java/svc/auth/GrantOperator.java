package svc.auth;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Trace;

/** {@code svc operator grant}. */
@Component(service = AdminOperation.class)
public final class GrantOperator implements TracedOperation<OneAddress, AccountView> {

    private final Members members;
    private final AccountViews views;

    /** To these. */
    @Activate
    public GrantOperator(@Reference Members members, @Reference AccountViews views) {
        this.members = members;
        this.views = views;
    }

    @Override
    public String noun() {
        return "operator";
    }

    @Override
    public String verb() {
        return "grant";
    }

    @Override
    public String help() {
        return "Give an account the rights over the whole instance";
    }

    @Override
    public Class<OneAddress> arguments() {
        return OneAddress.class;
    }

    @Override
    public AccountView run(OneAddress arguments, Trace trace) {
        return views.of(members.operator(arguments.email(), true, trace));
    }
}
