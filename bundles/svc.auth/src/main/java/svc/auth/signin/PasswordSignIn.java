package svc.auth.signin;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
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
import svc.api.store.ObjectId;
import svc.api.time.Clock;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.crypto.Base64Url;
import svc.auth.crypto.HmacSha256;
import svc.auth.crypto.TokenHash;
import svc.auth.signin.PasswordVerification.Correct;
import svc.auth.signin.PasswordVerification.Incorrect;
import svc.auth.signin.PasswordVerification.Verification;
import svc.auth.signin.SignInLog.Attempt;
import svc.auth.signin.SignInLog.Result;
import svc.auth.storage.BoundedCache;
import svc.auth.storage.EmailAddress;
import svc.auth.storage.StoredAccount;
import svc.auth.storage.TenantVersions;

/**
 * Signs in with an address and a password, with the kinds of password that {@link AuthSettings} accepts. A successful
 * verification of an account password is cached for five minutes. The key of the cache entry is an HMAC of the address
 * and the password, with a secret that exists only in this process. Each change of the tenant invalidates the cache
 * entry through {@link TenantVersions}. Thread-safe.
 */
@Component(service = PasswordSignIn.class)
public final class PasswordSignIn {

    private static final Duration CACHED = Duration.ofMinutes(5);
    private static final int MOST = 10_000;
    private static final char DEVICE_PREFIX = 'p';
    private static final int DEVICE_BYTES = 12;

    private final PasswordVerification verification;
    private final TenantVersions versions;
    private final Clock clock;
    private final SignInLog log;
    private final SignInGuard guard;
    private final AuthSettings rules;
    private final AppPasswordSignIn appPasswords;
    private final HmacSha256 key = new HmacSha256(HmacSha256.key());
    private final BoundedCache<TokenHash, VerifiedPassword> cache = new BoundedCache<>(MOST);

    @Activate
    public PasswordSignIn(
            @Reference PasswordVerification verification,
            @Reference TenantVersions versions,
            @Reference Clock clock,
            @Reference SignInLog log,
            @Reference SignInGuard guard,
            @Reference AuthSettings rules,
            @Reference AppPasswordSignIn appPasswords) {
        this.verification = verification;
        this.versions = versions;
        this.clock = clock;
        this.log = log;
        this.guard = guard;
        this.rules = rules;
        this.appPasswords = appPasswords;
    }

    private record VerifiedPassword(Account account, String device, long stamp, Instant end) {}

    /** Returns the device id for requests with the account password. The id changes with the password. */
    public static String device(StoredAccount identity) {
        byte[] hash = TokenHash.of(identity.password()).bytes();
        return ObjectId.format(DEVICE_PREFIX, identity.account().n()) + "."
                + Base64Url.text(Arrays.copyOf(hash, DEVICE_BYTES));
    }

    /** Signs in with an address and a password, as the client sent them. */
    Outcome in(String login, String secret, ClientAddress client) {
        return EmailAddress.of(login)
                .flatMap(owner -> appPasswords.of(owner, secret, client))
                .orElseGet(
                        () -> byPassword(login, secret, new Attempt(client, CredentialKind.ACCOUNT_PASSWORD, false)));
    }

    private Outcome byPassword(String login, String secret, Attempt attempt) {
        // No address contains a colon.
        String pair = EmailAddress.of(login).map(EmailAddress::key).orElse("") + ":" + secret;
        TokenHash name = TokenHash.of(Base64Url.text(key.of(pair.getBytes(StandardCharsets.UTF_8))));
        Optional<VerifiedPassword> known = cached(name);
        if (known.isPresent()) {
            VerifiedPassword verified = known.get();
            if (guard.ban(attempt.client().address()).isPresent()) {
                // The cache entry is renewed: a ban does not affect a cached password, but when the entry has expired,
                // the ban prevents the verification of the password.
                cache.put(name, new VerifiedPassword(verified.account(), verified.device(), verified.stamp(), end()));
            }
            return admitted(verified, name, attempt);
        }
        long moment = versions.moment();
        Verification result = verification.verify(login, secret, attempt);
        if (!(result instanceof Correct correct)) {
            return ((Incorrect) result).outcome();
        }
        correct.trial().succeeded();
        Account account = correct.identity().account();
        long stamp = versions.stamp(account.organization(), moment);
        VerifiedPassword verified = new VerifiedPassword(account, device(correct.identity()), stamp, end());
        cache.put(name, verified);
        return admitted(verified, name, attempt);
    }

    /** Returns the result for a correct account password. */
    private Outcome admitted(VerifiedPassword verified, TokenHash name, Attempt attempt) {
        Account account = verified.account();
        log.writeOnce(attempt, account, rules.basic() == Basic.ALL ? Result.OK : Result.SWITCHED_OFF, name);
        return switch (rules.basic()) {
            case ALL ->
                new SignedIn(new Caller(
                        account,
                        verified.device(),
                        CredentialKind.ACCOUNT_PASSWORD,
                        attempt.client().address()));
            case APP_PASSWORDS -> new Refused(Reason.APP_PASSWORD_REQUIRED);
            case OFF -> new Refused(Reason.PASSWORDS_OFF);
        };
    }

    private Optional<VerifiedPassword> cached(TokenHash name) {
        return Optional.ofNullable(cache.get(name))
                .filter(known -> clock.now().isBefore(known.end()))
                .filter(known -> versions.holds(known.account().organization(), known.stamp()));
    }

    private Instant end() {
        return clock.now().plus(CACHED);
    }
}
