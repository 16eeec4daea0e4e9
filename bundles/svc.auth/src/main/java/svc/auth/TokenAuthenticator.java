package svc.auth;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Authenticator;
import svc.auth.Entrance.Entered;
import svc.auth.Entrance.Entry;
import svc.auth.Entrance.TurnedAway;

/** Knows callers by their tokens (RFC 6750, RFC 9449 §7.1), tickets and media tokens. */
@Component(service = Authenticator.class)
public final class TokenAuthenticator implements Authenticator {

    /** How long a token is good; at its end it is good no longer. */
    static final Duration LIFE = Duration.ofHours(24);

    private final Entrance entrance;

    /** Lets in here. */
    @Activate
    public TokenAuthenticator(@Reference Entrance entrance) {
        this.entrance = entrance;
    }

    @Override
    public Answer authenticate(Presented presented) {
        Entry entry = entrance.enter(presented);
        if (entry instanceof Entered entered) {
            return new Admitted(entered.caller());
        }
        AuthProblem problem = ((TurnedAway) entry).problem();
        return new Refused(problem.status(), problem.headers(), problem.members());
    }
}
