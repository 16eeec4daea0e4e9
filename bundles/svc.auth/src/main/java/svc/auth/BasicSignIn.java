package svc.auth;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.AppPasswords;
import svc.api.identity.Caller;
import svc.api.store.ObjectId;
import svc.api.time.Clock;
import svc.auth.Entrance.Entered;
import svc.auth.Entrance.Entry;
import svc.auth.Entrance.TurnedAway;
import svc.auth.Passwords.Verdict;
import svc.auth.SignInLog.Attempt;
import svc.auth.SignInLog.Result;
import svc.auth.StoredAppPasswords.Owned;

/**
 * An address and a password on every request (RFC 7617). An app password is looked up each time, which costs little. That an
 * account's password was right is remembered for some minutes, under a hash with a key that only this process knows, and no
 * longer than the {@link Pulse} holds: a change of the account ends it. Any thread.
 */
@Component(service = BasicSignIn.class)
public final class BasicSignIn {

    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    private static final int MOST = 10_000;
    private static final char PASSWORD = 'p';

    private final Identities identities;
    private final Passwords passwords;
    private final Pulse pulse;
    private final Clock clock;
    private final SignInLog log;
    private final Keyed key = new Keyed(Keyed.key());
    private final Remembered<TokenHash, Right> right = new Remembered<>(MOST);
    /** App passwords that stand in the log already; nobody is let in because of it. */
    private final Remembered<TokenHash, Right> told = new Remembered<>(MOST);

    /** Signs in to these accounts. */
    @Activate
    public BasicSignIn(
            @Reference Identities identities,
            @Reference Passwords passwords,
            @Reference Pulse pulse,
            @Reference Clock clock,
            @Reference SignInLog log) {
        this.identities = identities;
        this.passwords = passwords;
        this.pulse = pulse;
        this.clock = clock;
        this.log = log;
    }

    private record Right(Account account, long stamp, Instant end) {}

    /** Tries; {@code text} is what follows the name of the scheme. */
    Entry in(String text, String from) {
        String pair = decoded(text);
        int colon = pair.indexOf(':');
        Optional<Address> address = colon < 0 ? Optional.empty() : Address.of(pair.substring(0, colon));
        String secret = pair.substring(colon + 1);
        TokenHash name = TokenHash.of(Base64Url.text(key.of(pair.getBytes(StandardCharsets.UTF_8))));
        Optional<Entry> program = byAppPassword(address, secret, name, from);
        return program.orElseGet(() -> byPassword(address, secret, name, from));
    }

    private static String decoded(String text) {
        try {
            return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private Optional<Entry> byAppPassword(Optional<Address> address, String secret, TokenHash name, String from) {
        Optional<Owned> owned = identities
                .read(snapshot -> StoredAppPasswords.of(snapshot.sql(), secret))
                .filter(found ->
                        Address.of(found.account().email()).map(Address::key).equals(address.map(Address::key)));
        if (owned.isEmpty()) {
            return Optional.empty();
        }
        Account account = owned.get().account();
        if (remembered(told, name).isEmpty()) {
            log(Caller.Secret.APP_PASSWORD, from, Optional.of(account), Result.OK);
            told.put(name, right(account, pulse.moment()));
        }
        String device = ObjectId.text(AppPasswords.LETTER, owned.get().n()) + "." + account.id();
        return Optional.of(entered(new Caller(account, device, Caller.Secret.APP_PASSWORD, from)));
    }

    private Entry byPassword(Optional<Address> address, String secret, TokenHash name, String from) {
        Optional<Account> known = remembered(right, name);
        if (known.isPresent()) {
            return byPassword(known.get(), from);
        }
        long moment = pulse.moment();
        Optional<Identity> identity =
                address.flatMap(of -> identities.read(snapshot -> AccountRows.find(snapshot.sql(), of)
                        .filter(found -> !found.disabled()
                                && !OrganizationRows.suspendedWith(
                                        snapshot.sql(), found.account().n()))));
        Optional<Account> account = identity.map(Identity::account);
        Optional<Verdict> verdict = passwords.compare(secret, identity.map(Identity::password));
        if (verdict.isEmpty()) {
            log(Caller.Secret.ACCOUNT_PASSWORD, from, account, Result.BUSY);
            return new TurnedAway(AuthProblem.TOO_MANY);
        } else if (account.isEmpty() || verdict.get() == Verdict.WRONG) {
            log(Caller.Secret.ACCOUNT_PASSWORD, from, account, Result.REFUSED);
            return new TurnedAway(AuthProblem.INVALID_BASIC);
        }
        log(Caller.Secret.ACCOUNT_PASSWORD, from, account, Result.OK);
        right.put(name, right(account.get(), moment));
        return byPassword(account.get(), from);
    }

    private static Entry byPassword(Account account, String from) {
        String device = ObjectId.text(PASSWORD, account.n());
        return entered(new Caller(account, device, Caller.Secret.ACCOUNT_PASSWORD, from));
    }

    private static Entered entered(Caller caller) {
        return new Entered(caller, Optional.empty());
    }

    private Optional<Account> remembered(Remembered<TokenHash, Right> where, TokenHash name) {
        return Optional.ofNullable(where.get(name))
                .filter(known -> clock.now().isBefore(known.end()))
                .filter(known -> pulse.holds(known.account().organization(), known.stamp()))
                .map(Right::account);
    }

    private Right right(Account account, long moment) {
        long stamp = pulse.stamp(account.organization(), moment);
        return new Right(account, stamp, clock.now().plus(REMEMBERED));
    }

    private void log(Caller.Secret secret, String from, Optional<Account> account, Result result) {
        log.write(new Attempt("http", from, secret, false), account, result);
    }
}
