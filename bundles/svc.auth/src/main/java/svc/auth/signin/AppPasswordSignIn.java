package svc.auth.signin;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Caller.CredentialKind;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.Reason;
import svc.api.identity.SignIns.Refused;
import svc.api.identity.SignIns.SignedIn;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.crypto.TokenHash;
import svc.auth.signin.SignInLog.Attempt;
import svc.auth.signin.SignInLog.Result;
import svc.auth.storage.AccountStore;
import svc.auth.storage.EmailAddress;
import svc.auth.tokens.StoredAppPasswords;
import svc.auth.tokens.StoredAppPasswords.Owned;

/**
 * Signs in with an app password. The client sends the app password with the address of the account, or alone as a bearer
 * token (RFC 6750). Each request reads the app password from the store. Thread-safe.
 */
@Component(service = AppPasswordSignIn.class)
public final class AppPasswordSignIn {

    private final AccountStore identities;
    private final SignInLog log;
    private final SignInGuard guard;
    private final AuthSettings rules;

    @Activate
    public AppPasswordSignIn(
            @Reference AccountStore identities,
            @Reference SignInLog log,
            @Reference SignInGuard guard,
            @Reference AuthSettings rules) {
        this.identities = identities;
        this.log = log;
        this.guard = guard;
        this.rules = rules;
    }

    /** Returns whether a token has the length of an app password. Session tokens are longer. */
    static boolean mayBe(String token) {
        return token.length() == StoredAppPasswords.CHARACTERS;
    }

    /**
     * Signs in with an app password that was sent with an address. Returns empty if the account with this address has
     * no such app password.
     */
    Optional<Outcome> of(EmailAddress owner, String secret, ClientAddress client) {
        return find(secret)
                .filter(found -> EmailAddress.of(found.account().email())
                        .map(EmailAddress::key)
                        .equals(Optional.of(owner.key())))
                .map(found -> admitted(found, secret, client));
    }

    /** Signs in with a token that has the form of an app password. */
    Outcome bearer(String secret, ClientAddress client) {
        return find(secret).map(found -> admitted(found, secret, client)).orElseGet(() -> {
            log.write(attempt(client), Optional.empty(), Result.REFUSED);
            guard.trial("", Optional.empty(), secret, client).failed();
            return new Refused(Reason.INVALID_CREDENTIALS);
        });
    }

    private Optional<Owned> find(String secret) {
        return identities.read(snapshot -> StoredAppPasswords.of(snapshot.sql(), secret));
    }

    private Outcome admitted(Owned owned, String secret, ClientAddress client) {
        Account account = owned.account();
        boolean accepted = rules.basic() != Basic.OFF;
        log.writeOnce(attempt(client), account, accepted ? Result.OK : Result.SWITCHED_OFF, TokenHash.of(secret));
        String device = StoredAppPasswords.device(account, owned.n());
        return accepted
                ? new SignedIn(new Caller(account, device, CredentialKind.APP_PASSWORD, client.address()))
                : new Refused(Reason.PASSWORDS_OFF);
    }

    private static Attempt attempt(ClientAddress client) {
        return new Attempt(client, CredentialKind.APP_PASSWORD, false);
    }
}
