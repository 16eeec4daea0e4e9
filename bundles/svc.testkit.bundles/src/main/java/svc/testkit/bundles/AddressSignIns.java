package svc.testkit.bundles;

import java.time.Duration;
import java.time.Instant;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Caller;
import svc.api.identity.Caller.CredentialKind;
import svc.api.identity.Directory;
import svc.api.identity.SignIns;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.TooManyFailures;

/**
 * Signs in the accounts of a test. The secrets of each account are {@code secret} and {@code two words}, and its token
 * is its address. Other secrets select the outcome of a failed sign-in.
 */
public record AddressSignIns(Directory directory) implements SignIns {

    @Override
    public Outcome password(Client client, String login, String secret) {
        return switch (secret) {
            case "secret", "two words" -> account(client, login, CredentialKind.APP_PASSWORD);
            case "account password" -> new Refused(Reason.APP_PASSWORD_REQUIRED);
            case "off" -> new Refused(Reason.PASSWORDS_OFF);
            case "banned" -> new Blocked(new Banned(Instant.MAX));
            case "often" -> new Blocked(new TooManyFailures("limit", 1, Duration.ofMinutes(1)));
            case "busy" -> new Busy();
            default -> new Refused(Reason.INVALID_CREDENTIALS);
        };
    }

    @Override
    public Outcome token(Client client, String token) {
        return token.startsWith("bound:")
                ? new Refused(Reason.TOKEN_BOUND)
                : account(client, token, CredentialKind.SESSION);
    }

    private Outcome account(Client client, String address, CredentialKind kind) {
        return directory.resolve(address) instanceof LocalAccount local
                ? new SignedIn(new Caller(
                        local.account(), "device", kind, client.address().getHostAddress()))
                : new Refused(Reason.INVALID_CREDENTIALS);
    }
}
