package svc.auth;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Trace;

/** {@code svc operator revoke}. */
@Component(service = AdminOperation.class)
public final class RevokeOperator implements TracedOperation<OneAddress, AccountView> {

    private final Members members;
    private final AccountViews views;

    /** From these. */
    @Activate
    public RevokeOperator(@Reference Members members, @Reference AccountViews views) {
        this.members = members;
        this.views = views;
    }

    @Override
    public String noun() {
        return "operator";
    }

    @Override
    public String verb() {
        return "revoke";
    }

    @Override
    public String help() {
        return "Take the rights over the whole instance back; the account is a user again";
    }

    @Override
    public Class<OneAddress> arguments() {
        return OneAddress.class;
    }

    @Override
    public AccountView run(OneAddress arguments, Trace trace) {
        return views.of(members.operator(arguments.email(), false, trace));
    }
}
