package svc.auth;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Caller;
import svc.api.time.Clock;
import svc.auth.AuthRules.Resource;
import svc.auth.Presentation.Field;
import svc.auth.Proofs.Good;
import svc.auth.Proofs.TokenHashRule;
import svc.auth.Proofs.Wanted;
import svc.auth.Sessions.Issued;
import svc.auth.SignIn.NotSignedIn;
import svc.auth.SignIn.Outcome;
import svc.auth.SignIn.SignedIn;
import svc.auth.SignInLog.Attempt;
import svc.auth.SignInLog.Result;

/**
 * From a token to the next one of the same sign-in. A token can be exchanged for a week longer than it can be used; a refusal
 * leaves it as it is. Any thread.
 */
@Component(service = Refresh.class)
public final class Refresh {

    private final Sessions sessions;
    private final Proofs proofs;
    private final Nonces nonces;
    private final AuthRules rules;
    private final Clock clock;
    private final SignInLog log;
    private final AccountLimit limit;
    private final SecureRandom random = new SecureRandom();

    /** Exchanges tokens of these sign-ins. */
    @Activate
    public Refresh(
            @Reference Sessions sessions,
            @Reference Proofs proofs,
            @Reference Nonces nonces,
            @Reference AuthRules rules,
            @Reference Clock clock,
            @Reference SignInLog log,
            @Reference AccountLimit limit) {
        this.sessions = sessions;
        this.proofs = proofs;
        this.nonces = nonces;
        this.rules = rules;
        this.clock = clock;
        this.log = log;
        this.limit = limit;
    }

    /** Tries. */
    Outcome with(Presented presented) {
        Optional<String> token = presented
                .authorization()
                .flatMap(Presentation::field)
                .filter(Field::token)
                .map(Field::secret);
        if (token.isEmpty()) {
            return new NotSignedIn(AuthProblem.NO_TOKEN);
        }
        TokenHash old = TokenHash.of(token.get());
        Instant now = clock.now();
        Optional<Session> session = sessions.ofToken(old)
                .filter(issued -> now.isBefore(end(issued)))
                .map(Issued::session);
        if (session.isEmpty()) {
            return new NotSignedIn(AuthProblem.INVALID_TOKEN);
        }
        Outcome outcome = exchange(session.get(), old, token.get(), presented, now);
        log.write(
                new Attempt(
                        "http",
                        presented.address(),
                        Caller.Secret.SESSION,
                        session.get().thumbprint().isPresent()),
                session.map(Session::account),
                outcome instanceof SignedIn ? Result.OK : Result.REFUSED);
        return outcome;
    }

    private static Instant end(Issued issued) {
        return issued.issuedAt().plus(TokenAuthenticator.LIFE).plus(TokenSweep.GRACE);
    }

    private Outcome exchange(Session session, TokenHash old, String token, Presented presented, Instant now) {
        try {
            prove(session, token, presented);
        } catch (BadProof e) {
            return new NotSignedIn(AuthProblem.badProof(e.flaw(), nonces.fresh()));
        }
        Optional<AuthProblem> slow = limit.exceeded(session.account(), presented.address());
        if (slow.isPresent()) {
            return new NotSignedIn(slow.get());
        }
        FreshToken fresh = FreshToken.of(random);
        return sessions.exchange(old, fresh.hash(), session, now)
                ? new SignedIn(session.account(), fresh.text())
                : new NotSignedIn(AuthProblem.INVALID_TOKEN);
    }

    /** A session that is not bound needs no proof; one that comes all the same must be good. */
    private void prove(Session session, String token, Presented presented) throws BadProof {
        if (session.thumbprint().isEmpty() && presented.proofs().isEmpty()) {
            return;
        }
        boolean bound = session.thumbprint().isPresent();
        TokenHashRule rule =
                bound && rules.resource() == Resource.REQUIRE ? TokenHashRule.REQUIRED : TokenHashRule.IF_THERE;
        Good proof = proofs.check(
                presented.proofs(),
                new Wanted(presented.method(), presented.url(), session.thumbprint(), Optional.of(token), rule));
        proofs.spend(proof);
        if (bound && rules.resource() == Resource.MONITOR && !proof.tokenNamed()) {
            Entrance.report(session, presented, Flaw.NO_TOKEN_HASH);
        }
    }
}
