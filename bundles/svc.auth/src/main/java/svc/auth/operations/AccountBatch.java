package svc.auth.operations;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationGroup;
import svc.auth.crypto.PasswordHasher;
import svc.auth.directory.Accounts;
import svc.auth.storage.AccountStore;
import svc.auth.storage.AccountStore.NewAccount;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.OperatorInput;
import svc.auth.storage.Plans;
import svc.auth.storage.Role;
import svc.auth.storage.StoredAccount;

/**
 * The operation {@code svc account batch}. Passwords are hashed one after another, so that a sign-in waits for at most
 * one of these hashes. A rejected row does not affect the other rows.
 */
@Component
public final class AccountBatch implements OperationGroup {

    private static final int MOST = 500;

    private final AccountStore identities;
    private final PasswordHasher passwords;
    private final Accounts members;
    private final Plans plans;
    private final Json.Binding binding;

    @Activate
    public AccountBatch(
            @Reference AccountStore identities,
            @Reference PasswordHasher passwords,
            @Reference Accounts members,
            @Reference Plans plans,
            @Reference Json json) {
        this.binding = json.binding(Json.Names.SNAKE_CASE);
        this.identities = identities;
        this.passwords = passwords;
        this.members = members;
        this.plans = plans;
    }

    /** An account to create. If its data has an error, only this account is rejected. */
    record Row(
            @Nullable String email,
            @Nullable String password,
            @Nullable String name,
            @Nullable String tenantId,
            @Nullable String role,
            @Nullable Long quotaBytes,
            @Nullable List<String> aliases) {

        /** Omits the password. */
        @Override
        public String toString() {
            return String.valueOf(email);
        }
    }

    private record Ready(NewAccount account, String hash) {
        /** Omits the hash. */
        @Override
        public String toString() {
            return account.toString();
        }
    }

    /** The results, in the order of the rows. */
    public record Answer(List<Result> results) {}

    /** The created account, or the reason of its rejection. */
    public record Result(
            int index,
            String status,
            @Nullable AccountView account,
            @Nullable Map<String, Object> problem) {

        private static Result error(int index, OperationException problem) {
            return new Result(index, "error", null, problem.members());
        }
    }

    @Operation(
            command = "account batch",
            help = "Create up to 500 accounts; the answer has an error for each one that cannot be created",
            routes = "POST /accounts/batch",
            needs = Needs.STORE)
    public Answer create(
            @Help("the accounts, each with what account create takes, in JSON") List<Object> accounts,
            AuditRecorder trace) {
        if (accounts.isEmpty() || accounts.size() > MOST) {
            throw DirectoryErrors.invalid(
                    "accounts", "A batch holds 1 to " + MOST + " accounts.", "Send the others in another batch.");
        }
        Map<Integer, Result> results = new TreeMap<>();
        Map<Integer, Ready> ready = new LinkedHashMap<>();
        for (int i = 0; i < accounts.size(); i++) {
            try {
                NewAccount account = account(row(accounts.get(i)));
                ready.put(i, new Ready(account, passwords.hash(account.password())));
            } catch (OperationException problem) {
                results.put(i, Result.error(i, problem));
            }
        }
        write(ready, trace, results);
        return new Answer(List.copyOf(results.values()));
    }

    private Row row(@Nullable Object given) {
        if (!(given instanceof Map)) {
            throw badRow("The account is not an object.");
        }
        try {
            return binding.convert(given, Row.class);
        } catch (JsonException malformed) {
            throw badRow(malformed.getMessage() + ".");
        }
    }

    private static OperationException badRow(String what) {
        return DirectoryErrors.invalid(
                "accounts", what, "Send an object with the arguments of account create, such as email and password.");
    }

    private static NewAccount account(Row row) {
        return OperatorInput.account(
                given("email", row.email()),
                given("password", row.password()),
                row.name(),
                row.tenantId(),
                row.role() == null ? Role.USER : OperatorInput.role(row.role()),
                row.quotaBytes(),
                row.aliases() == null ? List.of() : row.aliases());
    }

    private static String given(String field, @Nullable String value) {
        if (value == null) {
            throw DirectoryErrors.invalid(field, "It is missing.", "Set it for every account.");
        }
        return value;
    }

    private void write(Map<Integer, Ready> ready, AuditRecorder trace, Map<Integer, Result> results) {
        Map<Integer, Result> refused = new LinkedHashMap<>();
        Map<Integer, Account> made = identities.write("create accounts", tx -> {
            refused.clear();
            Map<Integer, Account> accounts = new LinkedHashMap<>();
            ready.forEach((i, row) -> {
                try {
                    StoredAccount one = tx.withSavepoint(() -> identities.create(tx, row.account(), row.hash()));
                    accounts.put(i, one.account());
                    trace.record(tx, one.account().organization(), one.account().id());
                } catch (OperationException problem) {
                    refused.put(i, Result.error(i, problem));
                }
            });
            return accounts;
        });
        results.putAll(refused);
        made.values().forEach(account -> identities.changed(account.organization(), account.n()));
        made.forEach((i, account) ->
                results.put(i, new Result(i, "created", AccountView.of(members.get(account.id()), plans), null)));
    }
}
