package svc.testkit.engine.server;

import java.util.Map;
import java.util.Optional;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Authenticator;
import svc.api.identity.Caller;
import svc.api.identity.Directory;

/** An authenticator that accepts {@code Bearer} and the address of an account in place of a token. */
public record AddressAuthenticator(Directory directory) implements Authenticator {

    public static final String SCHEME = "Bearer ";
    private static final int UNAUTHORIZED = 401;

    @Override
    public Result authenticate(Credentials presented) {
        return account(presented)
                .<Result>map(account -> new Authenticated(
                        new Caller(account, "test", Caller.CredentialKind.SESSION, presented.address())))
                .orElseGet(() -> new Rejected(
                        UNAUTHORIZED, Map.of("WWW-Authenticate", SCHEME.strip()), Map.of("status", UNAUTHORIZED)));
    }

    private Optional<Account> account(Credentials presented) {
        return presented
                .authorization()
                .filter(field -> field.startsWith(SCHEME))
                .map(field -> directory.resolve(field.substring(SCHEME.length())))
                .filter(LocalAccount.class::isInstance)
                .map(local -> ((LocalAccount) local).account());
    }
}
