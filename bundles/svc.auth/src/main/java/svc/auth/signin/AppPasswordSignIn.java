package svc.auth.signin;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.time.Clock;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.crypto.TokenHash;
import svc.auth.signin.CredentialParser.Field;
import svc.auth.signin.CredentialVerifier.Entered;
import svc.auth.signin.CredentialVerifier.Entry;
import svc.auth.signin.CredentialVerifier.TurnedAway;
import svc.auth.signin.SignInLog.Attempt;
import svc.auth.signin.SignInLog.Result;
import svc.auth.storage.AccountStore;
import svc.auth.storage.BoundedCache;
import svc.auth.storage.EmailAddress;
import svc.auth.tokens.StoredAppPasswords;
import svc.auth.tokens.StoredAppPasswords.Owned;

/**
 * Authenticates requests by app password. The client sends the app password with the address of the account (Basic, RFC
 * 7617), or alone as a bearer token (RFC 6750) if its library has no Basic authentication. Each request reads the app
 * password from the store, but the sign-in is logged only once in five minutes. Thread-safe.
 */
@Component(service = AppPasswordSignIn.class)
public final class AppPasswordSignIn {

    private static final Duration LOGGED = Duration.ofMinutes(5);
    private static final int MOST = 10_000;

    private final AccountStore identities;
    private final Clock clock;
    private final SignInLog log;
    private final SignInGuard guard;
    private final AuthSettings rules;
    private final BoundedCache<TokenHash, Instant> logged = new BoundedCache<>(MOST);

    @Activate
    public AppPasswordSignIn(
            @Reference AccountStore identities,
            @Reference Clock clock,
            @Reference SignInLog log,
            @Reference SignInGuard guard,
            @Reference AuthSettings rules) {
        this.identities = identities;
        this.clock = clock;
        this.log = log;
        this.guard = guard;
        this.rules = rules;
    }

    /** Returns whether the field has a bearer token with the length of an app password. Session tokens are longer. */
    static boolean mayBe(Field field) {
        return field.scheme().equals("bearer") && field.secret().length() == StoredAppPasswords.CHARACTERS;
    }

    /**
     * Authenticates an app password that was sent with an address. Returns empty if the account with this address has
     * no such app password.
     */
    Optional<Entry> of(EmailAddress owner, String secret, String from) {
        return find(secret)
                .filter(found -> EmailAddress.of(found.account().email())
                        .map(EmailAddress::key)
                        .equals(Optional.of(owner.key())))
                .map(found -> admitted(found, secret, from));
    }

    /** Authenticates a bearer token that has the form of an app password. */
    Entry bearer(String secret, ClientAddress client) {
        String from = client.address();
        return find(secret).map(found -> admitted(found, secret, from)).orElseGet(() -> {
            log(from, Optional.empty(), Result.REFUSED);
            guard.trial("", Optional.empty(), secret, client).failed();
            return new TurnedAway(AuthProblem.INVALID_TOKEN);
        });
    }

    private Optional<Owned> find(String secret) {
        return identities.read(snapshot -> StoredAppPasswords.of(snapshot.sql(), secret));
    }

    private Entry admitted(Owned owned, String secret, String from) {
        Account account = owned.account();
        boolean accepted = rules.basic() != Basic.OFF;
        TokenHash name = TokenHash.of(secret);
        Instant now = clock.now();
        Instant until = logged.get(name);
        if (until == null || !now.isBefore(until)) {
            log(from, Optional.of(account), accepted ? Result.OK : Result.SWITCHED_OFF);
            logged.put(name, now.plus(LOGGED));
        }
        String device = StoredAppPasswords.device(account, owned.n());
        return accepted
                ? new Entered(new Caller(account, device, Caller.CredentialKind.APP_PASSWORD, from), Optional.empty())
                : new TurnedAway(AuthProblem.PASSWORDS_OFF);
    }

    private void log(String from, Optional<Account> account, Result result) {
        log.write(new Attempt("http", from, Caller.CredentialKind.APP_PASSWORD, false), account, result);
    }
}
