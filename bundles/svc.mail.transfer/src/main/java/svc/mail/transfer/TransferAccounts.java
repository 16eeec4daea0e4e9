package svc.mail.transfer;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.store.ObjectId;
import svc.api.store.Scope;

/** The accounts whose mail is moved, each by one command at a time. Any thread. */
@Component(service = Party.class)
public final class Party {

    private static final int LONGEST = 100;

    private final Directory directory;
    private final Set<Long> busy = ConcurrentHashMap.newKeySet();

    /** Looks for them here. */
    @Activate
    public Party(@Reference Directory directory) {
        this.directory = directory;
    }

    /** The account of an address or an id. */
    Account account(String named) {
        OptionalLong n = named.indexOf('@') < 0 ? ObjectId.number(Account.LETTER, named) : directory.find(named);
        List<Account> found = n.isPresent() ? directory.accounts(n.getAsLong() - 1, 1) : List.of();
        return found.stream()
                .filter(account -> account.n() == n.orElse(0))
                .findFirst()
                .orElseThrow(() -> unknown(named));
    }

    private static OperationProblem unknown(String named) {
        String shown = named.length() > LONGEST ? named.substring(0, LONGEST) + "…" : named;
        return new OperationProblem(
                Reason.NOT_FOUND,
                "There is no account " + shown + ". Take an address from svc account list.",
                List.of(new FieldError("account", "is none")));
    }

    /** The key to its data. */
    static Scope scope(Account account) {
        return Scope.account(new ScopeKey(), account.n());
    }

    /** Runs something that nobody else does for this account meanwhile. */
    <R> R alone(Account account, Supplier<R> run) {
        if (!busy.add(account.n())) {
            throw new OperationProblem(
                    Reason.CONFLICT,
                    "Mail of " + account.email() + " is being moved by another command. Wait for its end.");
        }
        try {
            return run.get();
        } finally {
            busy.remove(account.n());
        }
    }
}
