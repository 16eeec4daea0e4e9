package svc.auth;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.AppPasswords;
import svc.api.identity.AppPasswords.Made;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Trace;

/** {@code svc app-password create}. */
@Component(service = AdminOperation.class)
public final class CreateAppPassword
        implements TracedOperation<CreateAppPassword.Arguments, CreateAppPassword.Created> {

    private final Identities identities;
    private final AppPasswords appPasswords;

    /** Makes them here. */
    @Activate
    public CreateAppPassword(@Reference Identities identities, @Reference AppPasswords appPasswords) {
        this.identities = identities;
        this.appPasswords = appPasswords;
    }

    /** For whom. */
    record Arguments(
            @Help("the address of the account") String account,

            @Help("what its owner calls the program") String name) {}

    /** What came of it. */
    record Created(String id, String name, String secret) {
        /** Without the secret. */
        @Override
        public String toString() {
            return id;
        }
    }

    @Override
    public String noun() {
        return "app-password";
    }

    @Override
    public String verb() {
        return "create";
    }

    @Override
    public String help() {
        return "Make a password for one program; it is shown this once";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public CreateAppPassword.Created run(Arguments arguments, Trace trace) {
        String name = Given.name("name", arguments.name());
        Account account = identities.byAddress(arguments.account());
        Made made = identities.writeIn(account, "make an app password", tx -> {
            if (appPasswords.all(tx).size() >= AppPasswords.MOST) {
                throw Refusals.tooManyAppPasswords();
            }
            Made fresh = appPasswords.create(tx, name, identities.now());
            trace.leave(tx, account.organization(), fresh.password().id());
            return fresh;
        });
        return new Created(made.password().id(), name, made.secret());
    }
}
