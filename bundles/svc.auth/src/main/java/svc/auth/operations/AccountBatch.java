package svc.auth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.OperationProblem;
import svc.api.operation.Trace;
import svc.auth.CreateAccounts.Result;
import svc.auth.CreateAccounts.Row;
import svc.auth.Identities.NewAccount;

/**
 * Many accounts at once. Their passwords are hashed one after another, so that a sign-in waits for one of them at most; each
 * account is made or refused by itself.
 */
@Component(service = Batch.class)
public final class Batch {

    /** How many at most. */
    static final int MOST = 500;

    private final Identities identities;
    private final Passwords passwords;
    private final Members members;
    private final AccountViews views;

    /** Makes them here. */
    @Activate
    public Batch(
            @Reference Identities identities,
            @Reference Passwords passwords,
            @Reference Members members,
            @Reference AccountViews views) {
        this.identities = identities;
        this.passwords = passwords;
        this.members = members;
        this.views = views;
    }

    private record Ready(NewAccount account, String hash) {
        /** Without the hash. */
        @Override
        public String toString() {
            return account.toString();
        }
    }

    List<Result> create(List<Row> rows, Trace trace) {
        if (rows.isEmpty() || rows.size() > MOST) {
            throw Refusals.badBatch(MOST);
        }
        Map<Integer, Result> refused = new LinkedHashMap<>();
        Map<Integer, Ready> ready = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            try {
                NewAccount account = account(rows.get(i));
                ready.put(i, new Ready(account, passwords.hash(account.password())));
            } catch (OperationProblem problem) {
                refused.put(i, refused(i, problem));
            }
        }
        Map<Integer, Result> all = new LinkedHashMap<>(write(ready, trace));
        all.putAll(refused);
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            results.add(all.get(i));
        }
        return results;
    }

    private static NewAccount account(Row row) {
        String role = row.role();
        return Given.account(
                given("email", row.email()),
                given("password", row.password()),
                row.name(),
                row.tenantId(),
                role == null ? Role.USER : Given.role(role),
                row.quotaBytes(),
                row.aliases() == null ? List.of() : row.aliases());
    }

    private static String given(String field, @Nullable String value) {
        if (value == null) {
            throw Refusals.missing(field);
        }
        return value;
    }

    private Map<Integer, Result> write(Map<Integer, Ready> ready, Trace trace) {
        Map<Integer, Result> results = new LinkedHashMap<>();
        Map<Integer, String> made = new LinkedHashMap<>();
        Set<String> organizations = new LinkedHashSet<>();
        identities.write("create accounts", tx -> {
            ready.forEach((i, row) -> {
                try {
                    Identity one = tx.attempt(() -> identities.create(tx, row.account(), row.hash()));
                    made.put(i, one.account().id());
                    trace.leave(tx, one.account().organization(), one.account().id());
                    organizations.add(one.account().organization());
                } catch (OperationProblem problem) {
                    results.put(i, refused(i, problem));
                }
            });
            return made;
        });
        organizations.forEach(identities::moved);
        made.forEach((i, id) -> results.put(i, new Result(i, "created", views.of(members.get(id)), null)));
        return results;
    }

    private static Result refused(int index, OperationProblem problem) {
        return new Result(index, "error", null, problem.members());
    }
}
