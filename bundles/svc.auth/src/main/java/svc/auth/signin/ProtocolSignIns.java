package svc.auth.signin;

import java.util.Optional;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller.CredentialKind;
import svc.api.identity.SignIns;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter.Rejection;
import svc.api.time.Clock;
import svc.auth.AuthSettings;
import svc.auth.crypto.TokenHash;
import svc.auth.signin.SignInLog.Attempt;
import svc.auth.signin.SignInLog.Result;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.DeviceSessions;
import svc.auth.tokens.DeviceSessions.Issued;

/** Signs in the clients of protocols other than HTTP. Thread-safe. */
@Component(service = SignIns.class)
public final class ProtocolSignIns implements SignIns {

    /**
     * The characters of a login, password or token that are used; the rest of a longer text is ignored. No valid text is
     * longer, and the work for a long text is bounded.
     */
    private static final int LONGEST = 2_048;

    private final PasswordSignIn passwords;
    private final AppPasswordSignIn appPasswords;
    private final DeviceSessions sessions;
    private final AuthSettings rules;
    private final SignInLog log;
    private final SignInGuard guard;
    private final Clock clock;

    @Activate
    public ProtocolSignIns(
            @Reference PasswordSignIn passwords,
            @Reference AppPasswordSignIn appPasswords,
            @Reference DeviceSessions sessions,
            @Reference AuthSettings rules,
            @Reference SignInLog log,
            @Reference SignInGuard guard,
            @Reference Clock clock) {
        this.passwords = passwords;
        this.appPasswords = appPasswords;
        this.sessions = sessions;
        this.rules = rules;
        this.log = log;
        this.guard = guard;
        this.clock = clock;
    }

    @Override
    public Outcome password(Client client, String login, String secret) {
        return limited(client, from -> passwords.in(bounded(login), bounded(secret), from));
    }

    @Override
    public Outcome token(Client client, String token) {
        return limited(client, from -> byToken(bounded(token), from));
    }

    private static String bounded(String text) {
        return text.substring(0, Math.min(text.length(), LONGEST));
    }

    private Outcome limited(Client client, Function<ClientAddress, Outcome> verification) {
        Optional<Rejection> limit = guard.exceeded(client.address());
        if (limit.isPresent()) {
            return new Blocked(limit.get());
        }
        String address = IpNetwork.text(client.address());
        Outcome outcome = verification.apply(new ClientAddress(client.protocol(), address, false));
        return outcome instanceof SignedIn in
                ? guard.exceeded(in.caller().account(), address)
                        .<Outcome>map(Blocked::new)
                        .orElse(in)
                : outcome;
    }

    private Outcome byToken(String token, ClientAddress client) {
        Outcome outcome = AppPasswordSignIn.mayBe(token)
                ? appPasswords.bearer(token, client)
                : bySession(TokenHash.of(token), client);
        return outcome.equals(new Refused(Reason.INVALID_CREDENTIALS))
                ? guard.ban(client.address()).<Outcome>map(Blocked::new).orElse(outcome)
                : outcome;
    }

    private Outcome bySession(TokenHash token, ClientAddress client) {
        Optional<DeviceSession> session = sessions.ofToken(token)
                .filter(issued -> issued.good(clock.now(), rules))
                .map(Issued::session);
        boolean bound = session.flatMap(DeviceSession::thumbprint).isPresent();
        Attempt attempt = new Attempt(client, CredentialKind.SESSION, bound);
        if (session.isEmpty() || bound) {
            log.write(attempt, session.map(DeviceSession::account), Result.REFUSED);
            return new Refused(bound ? Reason.TOKEN_BOUND : Reason.INVALID_CREDENTIALS);
        }
        log.writeOnce(attempt, session.get().account(), Result.OK, token);
        return new SignedIn(session.get().caller(client.address()));
    }
}
