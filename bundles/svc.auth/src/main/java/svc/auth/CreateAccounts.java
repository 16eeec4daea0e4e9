package svc.auth;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Route;
import svc.api.operation.Trace;

/** {@code svc account batch}. */
@Component(service = AdminOperation.class)
public final class CreateAccounts implements TracedOperation<CreateAccounts.Arguments, CreateAccounts.Answer> {

    private final Batch batch;

    /** Creates them here. */
    @Activate
    public CreateAccounts(@Reference Batch batch) {
        this.batch = batch;
    }

    /** What they begin with. */
    record Arguments(
            @Help("the accounts, each with what account create takes, in JSON")
            List<Row> accounts) {}

    /** One of them; what is missing is told for it alone. */
    record Row(
            @Nullable String email,
            @Nullable String password,
            @Nullable String name,
            @Nullable String tenantId,
            @Nullable String role,
            @Nullable Long quotaBytes,
            @Nullable List<String> aliases) {

        /** Without the password. */
        @Override
        public String toString() {
            return String.valueOf(email);
        }
    }

    /** What became of each, in their order. */
    record Answer(List<Result> results) {}

    /** The account, or why there is none. */
    record Result(
            int index,
            String status,
            @Nullable AccountView account,
            @Nullable Map<String, Object> problem) {}

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "batch";
    }

    @Override
    public String help() {
        return "Create up to 500 accounts; those that cannot be are told, the others are made";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/accounts/batch"));
    }

    @Override
    public Class<CreateAccounts.Arguments> arguments() {
        return CreateAccounts.Arguments.class;
    }

    @Override
    public CreateAccounts.Answer run(CreateAccounts.Arguments arguments, Trace trace) {
        return new Answer(batch.create(arguments.accounts(), trace));
    }
}
