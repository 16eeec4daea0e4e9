package svc.auth;

import java.time.temporal.ChronoUnit;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AppPasswords;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.StoreOperation;

/** {@code svc app-password list}. */
@Component(service = AdminOperation.class)
public final class ListAppPasswords
        implements StoreOperation<ListAppPasswords.Arguments, List<ListAppPasswords.Shown>> {

    private final Identities identities;
    private final AppPasswords appPasswords;

    /** Lists these. */
    @Activate
    public ListAppPasswords(@Reference Identities identities, @Reference AppPasswords appPasswords) {
        this.identities = identities;
        this.appPasswords = appPasswords;
    }

    /** Whose. */
    record Arguments(@Help("the address of the account") String account) {}

    /** One of them. */
    record Shown(String id, String name, String createdAt) {}

    @Override
    public String noun() {
        return "app-password";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "The app passwords of an account, without their secrets";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public List<ListAppPasswords.Shown> run(Arguments arguments) {
        return identities.readIn(identities.byAddress(arguments.account()), appPasswords::all).stream()
                .map(one -> new Shown(
                        one.id(),
                        one.name(),
                        one.createdAt().truncatedTo(ChronoUnit.SECONDS).toString()))
                .toList();
    }
}
