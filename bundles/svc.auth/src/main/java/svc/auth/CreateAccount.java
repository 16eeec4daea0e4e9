package svc.auth;

import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Secret;

/** {@code svc account create}. */
@Component(service = AdminOperation.class)
public final class CreateAccount implements StoreOperation<CreateAccount.Arguments, AccountView> {

    private final Identities identities;

    /** Creates them here. */
    @Activate
    public CreateAccount(@Reference Identities identities) {
        this.identities = identities;
    }

    /** What it begins with. */
    record Arguments(
            @Help("the address it signs in with; its domain tells the organization")
            String email,

            @Secret @Help("its password") String password,

            @Help("what people call it; the address when left out") @Nullable
            String name) {

        /** Without the password. */
        @Override
        public String toString() {
            return email;
        }
    }

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "create";
    }

    @Override
    public String help() {
        return "Create an account in the organization that has the domain of its address";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public AccountView run(Arguments arguments) {
        return AccountView.of(
                identities.create(Given.account(arguments.email(), arguments.password(), arguments.name())));
    }
}
