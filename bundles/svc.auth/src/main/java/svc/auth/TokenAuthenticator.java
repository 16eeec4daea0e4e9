package svc.auth;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.guard.Guard;
import svc.api.guard.Guard.TooOften;
import svc.api.guard.Network;
import svc.api.identity.Authenticator;
import svc.api.identity.Caller;
import svc.auth.Entrance.Entered;
import svc.auth.Entrance.Entry;
import svc.auth.Entrance.TurnedAway;

/** Knows callers by their tokens (RFC 6750, RFC 9449 §7.1), tickets and media tokens. */
@Component(service = Authenticator.class)
public final class TokenAuthenticator implements Authenticator {

    /** How long a token is good; at its end it is good no longer. */
    static final Duration LIFE = Duration.ofHours(24);

    private final Entrance entrance;
    private final Guard guard;

    /** Lets in here. */
    @Activate
    public TokenAuthenticator(@Reference Entrance entrance, @Reference Guard guard) {
        this.entrance = entrance;
        this.guard = guard;
    }

    @Override
    public Answer authenticate(Presented presented) {
        Entry entry = entrance.enter(presented);
        if (entry instanceof Entered entered) {
            return counted(entered.caller());
        }
        AuthProblem problem = ((TurnedAway) entry).problem();
        if (problem.equals(AuthProblem.INVALID_BASIC)) {
            Network.address(presented.address()).ifPresent(address -> guard.signInFailed(address, "http"));
        }
        return refused(problem);
    }

    /** The account's own limit, wherever its devices are. */
    private Answer counted(Caller caller) {
        Optional<InetAddress> address = Network.address(caller.address());
        return address.isPresent() && guard.request(caller.account().n(), address.get()) instanceof TooOften slow
                ? refused(AuthProblem.tooOften(slow))
                : new Admitted(caller);
    }

    private static Refused refused(AuthProblem problem) {
        return new Refused(problem.status(), problem.headers(), problem.members());
    }
}
