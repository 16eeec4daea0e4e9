package svc.auth;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.store.ObjectId;
import svc.api.store.Sql;

/** {@code svc account list}. */
@Component(service = AdminOperation.class)
public final class ListAccounts implements StoreOperation<ListAccounts.Arguments, List<AccountView>> {

    private final Identities identities;

    /** Lists these. */
    @Activate
    public ListAccounts(@Reference Identities identities) {
        this.identities = identities;
    }

    /** Which of them. */
    record Arguments(
            @Help("the id of an organization; all when left out") @Nullable
            String tenant) {}

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "The accounts, of all organizations or of one";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public List<AccountView> run(Arguments arguments) {
        Optional<String> tenant = Optional.ofNullable(arguments.tenant());
        return identities
                .read(snapshot -> AccountRows.all(snapshot.sql(), tenant.map(id -> organization(snapshot.sql(), id))))
                .stream()
                .map(AccountView::of)
                .toList();
    }

    private static long organization(Sql sql, String id) {
        OptionalLong n = ObjectId.number(Organization.LETTER, id);
        if (n.isEmpty() || OrganizationRows.find(sql, n.getAsLong()).isEmpty()) {
            throw Refusals.unknownOrganization(id);
        }
        return n.getAsLong();
    }
}
