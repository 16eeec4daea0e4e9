package svc.auth;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Authenticator;
import svc.api.identity.Caller;
import svc.api.time.Clock;
import svc.auth.TokenRows.Known;

/**
 * Knows callers by their tokens (RFC 6750). What it has read of the store it keeps with the {@link Pulse}'s stamp, and reads
 * it again as soon as that does not hold.
 */
@Component(service = Authenticator.class)
public final class TokenAuthenticator implements Authenticator {

    /** How long a token is good; at its end it is good no longer. */
    static final Duration LIFE = Duration.ofHours(24);

    private static final int REMEMBERED = 20_000;
    private static final int LONGEST = 1_024;
    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +(\\S+) *");
    private static final Refused NO_TOKEN = refused(AuthProblem.NO_TOKEN);
    private static final Refused INVALID = refused(AuthProblem.INVALID_TOKEN);

    private final Identities identities;
    private final Pulse pulse;
    private final Clock clock;
    private final Remembered<TokenHash, Session> sessions = new Remembered<>(REMEMBERED);

    /** Looks for tokens here. */
    @Activate
    public TokenAuthenticator(@Reference Identities identities, @Reference Pulse pulse, @Reference Clock clock) {
        this.identities = identities;
        this.pulse = pulse;
        this.clock = clock;
    }

    private record Session(Account account, String device, long expiresAt, long stamp) {}

    private static Refused refused(AuthProblem problem) {
        return new Refused(problem.status(), problem.headers(), problem.members());
    }

    @Override
    public Answer authenticate(Presented presented) {
        Optional<String> token = presented.authorization().flatMap(TokenAuthenticator::token);
        if (token.isEmpty()) {
            return NO_TOKEN;
        }
        Session session = session(token.get());
        if (session == null || clock.now().toEpochMilli() >= session.expiresAt()) {
            return INVALID;
        }
        return new Admitted(
                new Caller(session.account(), session.device(), Caller.Secret.SESSION, presented.address()));
    }

    /** The token of a field; empty for another scheme, which is nobody's token here. */
    private static Optional<String> token(String authorization) {
        Matcher bearer = BEARER.matcher(authorization);
        return authorization.length() <= LONGEST && bearer.matches() ? Optional.of(bearer.group(1)) : Optional.empty();
    }

    private @Nullable Session session(String token) {
        TokenHash hash = TokenHash.of(token);
        Session remembered = sessions.get(hash);
        if (remembered != null && pulse.holds(remembered.account().organization(), remembered.stamp())) {
            return remembered;
        }
        long moment = pulse.moment();
        return identities
                .read(snapshot -> TokenRows.find(snapshot.sql(), hash))
                .map(known -> remember(hash, known, moment))
                .orElse(null);
    }

    private Session remember(TokenHash hash, Known known, long moment) {
        Session session = new Session(
                known.account(),
                known.device(),
                known.issuedAt().plus(LIFE).toEpochMilli(),
                pulse.stamp(known.account().organization(), moment));
        sessions.put(hash, session);
        return session;
    }
}
