package svc.auth.operations;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
import svc.auth.storage.AccountDetails;
import svc.auth.storage.EmailAddress;
import svc.auth.storage.OperatorInput;

/** The operations {@code svc alias}. */
@Component
public final class AliasOperations implements OperationGroup {

    private final Accounts members;

    @Activate
    public AliasOperations(@Reference Accounts members) {
        this.members = members;
    }

    /**
     * An alias of an account.
     *
     * @param target the address to which its mail is sent on; null if it is filed in the account
     */
    public record AliasRow(String alias, @Nullable String target) {}

    private List<AliasRow> rows(AccountDetails member) {
        Map<String, String> targets = members.aliasTargets(member);
        return member.aliases().stream()
                .map(alias -> new AliasRow(alias, targets.get(alias)))
                .toList();
    }

    @Operation(
            command = "alias list",
            help = "List the aliases of an account",
            routes = "GET /accounts/{id}/aliases",
            needs = Needs.STORE)
    public List<AliasRow> list(@Positional @Help("the address or the id of the account") String id) {
        return rows(members.get(id));
    }

    @Operation(
            command = "alias add",
            help = "Add an alias to an account, at once",
            routes = "POST /accounts/{id}/aliases 201",
            needs = Needs.STORE)
    public List<AliasRow> add(
            @Positional @Help("the address or the id of the account") String id,
            @Positional @Help("the further address; *@DOMAIN has all addresses of a domain that no account has")
                    String alias,
            @Help("the address to which its mail is sent on, instead of being filed in the account") @Nullable
                    String to,
            AuditRecorder trace) {
        Optional<EmailAddress> target = Optional.ofNullable(to).map(text -> OperatorInput.address("to", text));
        return rows(members.addAlias(id, OperatorInput.address("alias", alias), target, trace));
    }

    @Operation(
            command = "alias remove",
            help = "Remove an alias from an account",
            routes = "DELETE /accounts/{id}/aliases/{alias}",
            needs = Needs.STORE)
    public List<AliasRow> remove(
            @Positional @Help("the address or the id of the account") String id,
            @Positional @Help("the further address") String alias,
            AuditRecorder trace) {
        return rows(members.removeAlias(id, OperatorInput.address("alias", alias), trace));
    }
}
