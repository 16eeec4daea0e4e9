package svc.auth.signin;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Caller;
import svc.api.operation.AuditRecorder;
import svc.api.ratelimit.RateLimiter.Rejection;
import svc.api.time.Clock;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Resource;
import svc.auth.crypto.TokenHash;
import svc.auth.dpop.InvalidProofException;
import svc.auth.dpop.Nonces;
import svc.auth.dpop.ProofError;
import svc.auth.dpop.ProofVerifier;
import svc.auth.dpop.ProofVerifier.Good;
import svc.auth.dpop.ProofVerifier.TokenHashRule;
import svc.auth.dpop.ProofVerifier.Wanted;
import svc.auth.signin.CredentialParser.Field;
import svc.auth.signin.SignIn.NotSignedIn;
import svc.auth.signin.SignIn.Outcome;
import svc.auth.signin.SignIn.SignedIn;
import svc.auth.signin.SignInLog.Attempt;
import svc.auth.signin.SignInLog.Result;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.DeviceSessions;
import svc.auth.tokens.DeviceSessions.Issued;
import svc.auth.tokens.FreshToken;

/**
 * Exchanges a token for a new token of the same device session. A token can be exchanged until one week after it
 * expires. If an exchange is rejected, the token remains valid. Thread-safe.
 */
@Component(service = TokenRefresh.class)
public final class TokenRefresh {

    /**
     * For this time after an exchange, a second exchange of the same token is not treated as reuse, because two windows
     * of the same client may refresh at the same time.
     */
    private static final Duration TWICE = Duration.ofSeconds(60);

    private final DeviceSessions sessions;
    private final ProofVerifier proofs;
    private final Nonces nonces;
    private final AuthSettings rules;
    private final Clock clock;
    private final SignInLog log;
    private final SignInGuard guard;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public TokenRefresh(
            @Reference DeviceSessions sessions,
            @Reference ProofVerifier proofs,
            @Reference Nonces nonces,
            @Reference AuthSettings rules,
            @Reference Clock clock,
            @Reference SignInLog log,
            @Reference SignInGuard guard) {
        this.sessions = sessions;
        this.proofs = proofs;
        this.nonces = nonces;
        this.rules = rules;
        this.clock = clock;
        this.log = log;
        this.guard = guard;
    }

    /** Exchanges the token of the request. */
    Outcome with(Credentials presented) {
        Optional<String> token = presented
                .authorization()
                .flatMap(CredentialParser::field)
                .filter(Field::token)
                .map(Field::secret);
        if (token.isEmpty()) {
            return new NotSignedIn(AuthProblem.NO_TOKEN);
        }
        TokenHash old = TokenHash.of(token.get());
        Instant now = clock.now();
        Optional<Issued> issued = sessions.ofToken(old);
        if (issued.isEmpty()) {
            sessions.exchanged(old)
                    .filter(exchanged -> now.isAfter(exchanged.at().plus(TWICE)))
                    .ifPresent(exchanged -> reused(exchanged.session(), token.get(), presented));
            return new NotSignedIn(AuthProblem.INVALID_TOKEN);
        } else if (!now.isBefore(issued.get().exchangeEnd(rules))) {
            return new NotSignedIn(AuthProblem.INVALID_TOKEN);
        }
        DeviceSession session = issued.get().session();
        Outcome outcome = exchange(session, old, token.get(), presented, now);
        log(session, presented, outcome instanceof SignedIn ? Result.OK : Result.REFUSED);
        return outcome;
    }

    /**
     * Ends the device session when an exchanged token is presented again: either this request or the earlier exchange
     * was made with a stolen token (RFC 9700 §4.14.2). If the session is bound to a key, a reused token without a valid
     * proof has no effect, because the token is useless without the key.
     */
    private void reused(DeviceSession session, String token, Credentials presented) {
        try {
            prove(session, token, presented);
        } catch (InvalidProofException e) {
            return;
        }
        sessions.end(session, AuditRecorder.NONE);
        log(session, presented, Result.REUSED);
    }

    private void log(DeviceSession session, Credentials presented, Result result) {
        boolean bound = session.thumbprint().isPresent();
        log.write(
                new Attempt(ClientAddress.of(presented), Caller.CredentialKind.SESSION, bound),
                Optional.of(session.account()),
                result);
    }

    private Outcome exchange(DeviceSession session, TokenHash old, String token, Credentials presented, Instant now) {
        try {
            prove(session, token, presented);
        } catch (InvalidProofException e) {
            return new NotSignedIn(AuthProblem.badProof(e.flaw(), nonces.fresh()));
        }
        Optional<Rejection> limit = guard.exceeded(session.account(), presented.address());
        if (limit.isPresent()) {
            return new NotSignedIn(AuthProblem.rejected(limit.get()));
        }
        FreshToken fresh = FreshToken.of(random);
        return sessions.exchange(old, fresh.hash(), session, now)
                ? new SignedIn(session.account(), fresh.text())
                : new NotSignedIn(AuthProblem.INVALID_TOKEN);
    }

    /**
     * Verifies the proof. A session that is not bound to a key needs no proof, but a proof that is present must be
     * valid.
     */
    private void prove(DeviceSession session, String token, Credentials presented) throws InvalidProofException {
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
            CredentialVerifier.report(session, presented, ProofError.NO_TOKEN_HASH);
        }
    }
}
