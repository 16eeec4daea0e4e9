package svc.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;
import svc.api.operation.Route;
import svc.api.operation.Secret;
import svc.api.operation.Singular;
import svc.api.operation.Trace;
import svc.auth.Members.Update;

/** {@code svc account update}. */
@Component(service = AdminOperation.class)
public final class UpdateAccount implements TracedOperation<UpdateAccount.Arguments, AccountView> {

    private final Members members;
    private final AccountViews views;

    /** Changes these. */
    @Activate
    public UpdateAccount(@Reference Members members, @Reference AccountViews views) {
        this.members = members;
        this.views = views;
    }

    /** What becomes of it; what is left out stays. */
    record Arguments(
            @Positional @Help("the id of the account") String id,

            @Help("what people call it") @Nullable String name,

            @Secret @Help("another password; all its sign-ins end") @Nullable
            String password,

            @Help("how many bytes it may keep; 0 for what the plan says") @Nullable
            Long quotaBytes,

            @Singular("alias")
            @Help("all its further addresses, in place of those before; an empty text for none")
            @Nullable
            List<String> aliases) {

        /** Without the password. */
        @Override
        public String toString() {
            return id;
        }
    }

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "update";
    }

    @Override
    public String help() {
        return "Change the name, password, quota or further addresses of an account";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("PUT", "/accounts/{id}"));
    }

    @Override
    public Class<UpdateAccount.Arguments> arguments() {
        return UpdateAccount.Arguments.class;
    }

    @Override
    public AccountView run(UpdateAccount.Arguments arguments, Trace trace) {
        String name = arguments.name();
        String password = arguments.password();
        List<String> aliases = arguments.aliases();
        Update update = new Update(
                name == null ? null : Given.name("name", name),
                password == null ? null : Given.password(password),
                arguments.quotaBytes(),
                aliases == null ? null : Given.aliases(aliases));
        if (update.isEmpty()) {
            throw Refusals.nothingToDo("--name NAME, for instance");
        }
        return views.of(members.update(arguments.id(), update, trace));
    }
}
