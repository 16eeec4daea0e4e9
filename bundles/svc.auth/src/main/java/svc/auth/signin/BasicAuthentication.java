package svc.auth.signin;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Caller.CredentialKind;
import svc.api.store.ObjectId;
import svc.api.time.Clock;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.crypto.Base64Url;
import svc.auth.crypto.HmacSha256;
import svc.auth.crypto.PasswordHasher;
import svc.auth.crypto.PasswordHasher.Verdict;
import svc.auth.crypto.TokenHash;
import svc.auth.signin.CredentialVerifier.Entered;
import svc.auth.signin.CredentialVerifier.Entry;
import svc.auth.signin.CredentialVerifier.TurnedAway;
import svc.auth.signin.SignInGuard.Trial;
import svc.auth.signin.SignInLog.Attempt;
import svc.auth.signin.SignInLog.Result;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.BoundedCache;
import svc.auth.storage.EmailAddress;
import svc.auth.storage.StoredAccount;
import svc.auth.storage.TenantRows;
import svc.auth.storage.TenantVersions;

/**
 * Authenticates requests by address and password (RFC 7617), with the kinds of password that {@link AuthSettings}
 * accepts. A successful verification of an account password is cached for five minutes. The key of the cache entry is
 * an HMAC of the address and the password, with a secret that exists only in this process. Each change of the tenant
 * invalidates the cache entry through {@link TenantVersions}. Thread-safe.
 */
@Component(service = BasicAuthentication.class)
public final class BasicAuthentication {

    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    private static final int MOST = 10_000;
    private static final char PASSWORD = 'p';
    private static final int MARK = 12;

    private final AccountStore identities;
    private final PasswordHasher passwords;
    private final TenantVersions pulse;
    private final Clock clock;
    private final SignInLog log;
    private final SignInGuard guard;
    private final AuthSettings rules;
    private final AppPasswordSignIn appPasswords;
    private final HmacSha256 key = new HmacSha256(HmacSha256.key());
    private final BoundedCache<TokenHash, Right> right = new BoundedCache<>(MOST);

    @Activate
    public BasicAuthentication(
            @Reference AccountStore identities,
            @Reference PasswordHasher passwords,
            @Reference TenantVersions pulse,
            @Reference Clock clock,
            @Reference SignInLog log,
            @Reference SignInGuard guard,
            @Reference AuthSettings rules,
            @Reference AppPasswordSignIn appPasswords) {
        this.identities = identities;
        this.passwords = passwords;
        this.pulse = pulse;
        this.clock = clock;
        this.log = log;
        this.guard = guard;
        this.rules = rules;
        this.appPasswords = appPasswords;
    }

    private record Right(Account account, String device, long stamp, Instant end) {}

    /** Returns the device id for requests with the account password. The id changes with the password. */
    public static String device(StoredAccount identity) {
        byte[] hash = TokenHash.of(identity.password()).bytes();
        return ObjectId.format(PASSWORD, identity.account().n()) + "." + Base64Url.text(Arrays.copyOf(hash, MARK));
    }

    /**
     * Authenticates a request; {@code text} is the part of the field {@code Authorization} after the name of the
     * scheme.
     */
    Entry in(String text, ClientAddress client) {
        String pair = decoded(text);
        int colon = pair.indexOf(':');
        Optional<EmailAddress> address = colon < 0 ? Optional.empty() : EmailAddress.of(pair.substring(0, colon));
        String secret = pair.substring(colon + 1);
        TokenHash name = TokenHash.of(Base64Url.text(key.of(pair.getBytes(StandardCharsets.UTF_8))));
        return address.flatMap(owner -> appPasswords.of(owner, secret, client.address()))
                .orElseGet(() -> byPassword(address, secret, name, client));
    }

    private static String decoded(String text) {
        try {
            return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private Entry byPassword(Optional<EmailAddress> address, String secret, TokenHash name, ClientAddress client) {
        String from = client.address();
        Optional<Right> known = remembered(name);
        if (known.isPresent()) {
            Right now = known.get();
            if (guard.bans(from)) {
                // The cache entry is renewed: a ban does not affect a cached password, but when the entry has expired,
                // the ban prevents the verification of the password.
                right.put(name, new Right(now.account(), now.device(), now.stamp(), end()));
            }
            return admitted(now.account(), now.device(), from);
        }
        long moment = pulse.moment();
        Optional<StoredAccount> identity =
                address.flatMap(of -> identities.read(snapshot -> AccountRows.find(snapshot.sql(), of)
                        .filter(found -> !found.disabled()
                                && !TenantRows.suspendedWith(
                                        snapshot.sql(), found.account().n()))));
        Optional<Account> account = identity.map(StoredAccount::account);
        Trial trial = guard.trial(address.map(EmailAddress::key).orElse(""), account, secret, client);
        Optional<AuthProblem> refusal = trial.refusal();
        if (refusal.isPresent()) {
            return new TurnedAway(refusal.get());
        }
        Optional<Verdict> verdict = passwords.compare(secret, identity.map(StoredAccount::password), trial.place());
        if (verdict.isEmpty()) {
            log(from, account, Result.BUSY);
            return new TurnedAway(AuthProblem.TOO_MANY);
        } else if (account.isEmpty() || verdict.get() == Verdict.WRONG) {
            log(from, account, Result.REFUSED);
            trial.failed();
            return new TurnedAway(
                    rules.basic() == Basic.OFF ? AuthProblem.INVALID_UNOFFERED : AuthProblem.INVALID_BASIC);
        }
        trial.succeeded();
        log(from, account, rules.basic() == Basic.ALL ? Result.OK : Result.SWITCHED_OFF);
        String device = device(identity.get());
        right.put(name, right(account.get(), device, moment));
        return admitted(account.get(), device, from);
    }

    /** Returns the result for a correct account password. */
    private Entry admitted(Account account, String device, String from) {
        return switch (rules.basic()) {
            case ALL ->
                new Entered(new Caller(account, device, CredentialKind.ACCOUNT_PASSWORD, from), Optional.empty());
            case APP_PASSWORDS -> new TurnedAway(AuthProblem.NEEDS_APP_PASSWORD);
            case OFF -> new TurnedAway(AuthProblem.PASSWORDS_OFF);
        };
    }

    private Optional<Right> remembered(TokenHash name) {
        return Optional.ofNullable(right.get(name))
                .filter(known -> clock.now().isBefore(known.end()))
                .filter(known -> pulse.holds(known.account().organization(), known.stamp()));
    }

    private Right right(Account account, String device, long moment) {
        long stamp = pulse.stamp(account.organization(), moment);
        return new Right(account, device, stamp, end());
    }

    private Instant end() {
        return clock.now().plus(REMEMBERED);
    }

    private void log(String from, Optional<Account> account, Result result) {
        log.write(new Attempt("http", from, CredentialKind.ACCOUNT_PASSWORD, false), account, result);
    }
}
