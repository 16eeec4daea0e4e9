package svc.auth;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.StoreOperation;

/** {@code svc session list}. */
@Component(service = AdminOperation.class)
public final class ListSessions implements StoreOperation<ListSessions.Arguments, List<SessionView>> {

    private final Identities identities;

    /** Lists these. */
    @Activate
    public ListSessions(@Reference Identities identities) {
        this.identities = identities;
    }

    /** Which of them. */
    record Arguments(
            @Help("the address of an account; all when left out") @Nullable
            String account) {}

    @Override
    public String noun() {
        return "session";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "The sign-ins, of all accounts or of one";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public List<SessionView> run(Arguments arguments) {
        Optional<Account> account = Optional.ofNullable(arguments.account()).map(identities::byAddress);
        return identities.read(snapshot -> TokenRows.all(snapshot.sql(), account.map(Account::n)));
    }
}
