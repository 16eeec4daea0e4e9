package svc.auth.operations;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.auth.directory.Accounts;
import svc.auth.storage.Plans;

/** The operations {@code svc operator}. */
@Component
public final class OperatorOperations implements OperationGroup {

    private final Accounts members;
    private final Plans plans;

    @Activate
    public OperatorOperations(@Reference Accounts members, @Reference Plans plans) {
        this.members = members;
        this.plans = plans;
    }

    @Operation(
            command = "operator list",
            help = "List the accounts with the rights of an instance operator",
            needs = Needs.STORE)
    public List<AccountView> list() {
        return members.operators().stream()
                .map(member -> AccountView.of(member, plans))
                .toList();
    }

    @Operation(
            command = "operator grant",
            help = "Grant an account the rights of an instance operator",
            needs = Needs.STORE)
    public AccountView grant(
            @Positional @Help("the address or the id of the account") String email, AuditRecorder trace) {
        return AccountView.of(members.operator(email, true, trace), plans);
    }

    @Operation(
            command = "operator revoke",
            help = "Revoke the rights of an instance operator; the account becomes a user again",
            needs = Needs.STORE)
    public AccountView revoke(
            @Positional @Help("the address or the id of the account") String email, AuditRecorder trace) {
        return AccountView.of(members.operator(email, false, trace), plans);
    }
}
