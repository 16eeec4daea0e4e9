package svc.auth;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.guard.Guard;
import svc.api.guard.Guard.TooOften;
import svc.api.guard.Network;
import svc.api.identity.Account;

/** The limit of an account, wherever its devices are. Whoever finds out who asks counts here before anything is done. Any thread. */
@Component(service = AccountLimit.class)
public final class AccountLimit {

    private final Guard guard;

    /** Counts there. */
    @Activate
    public AccountLimit(@Reference Guard guard) {
        this.guard = guard;
    }

    /** Counts a request; what to say when it is one too many. */
    Optional<AuthProblem> exceeded(Account account, String from) {
        return Network.address(from)
                .map(address -> guard.request(account.n(), address))
                .filter(TooOften.class::isInstance)
                .map(slow -> AuthProblem.tooOften((TooOften) slow));
    }
}
