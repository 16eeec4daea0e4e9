package svc.auth;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.guard.Guard;
import svc.api.guard.Network;
import svc.api.identity.Account;
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
    private static final int MARK = 12;

    private final Identities identities;
    private final Passwords passwords;
    private final Pulse pulse;
    private final Clock clock;
    private final SignInLog log;
    private final Guard guard;
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
            @Reference SignInLog log,
            @Reference Guard guard) {
        this.identities = identities;
        this.passwords = passwords;
        this.pulse = pulse;
        this.clock = clock;
        this.log = log;
        this.guard = guard;
    }

    private record Right(Caller caller, long stamp, Instant end) {}

    /** The device of whoever presents the account's password: another one as soon as the account has another password. */
    static String device(Identity identity) {
        byte[] hash = TokenHash.of(identity.password()).bytes();
        return ObjectId.text(PASSWORD, identity.account().n()) + "." + Base64Url.text(Arrays.copyOf(hash, MARK));
    }

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
        String device = StoredAppPasswords.device(account, owned.get().n());
        Caller caller = new Caller(account, device, Caller.Secret.APP_PASSWORD, from);
        if (remembered(told, name).isEmpty()) {
            log(Caller.Secret.APP_PASSWORD, from, Optional.of(account), Result.OK);
            told.put(name, right(caller, pulse.moment()));
        }
        return Optional.of(entered(caller));
    }

    private Entry byPassword(Optional<Address> address, String secret, TokenHash name, String from) {
        Optional<Caller> known = remembered(right, name);
        if (known.isPresent()) {
            return byPassword(known.get().account(), known.get().device(), from);
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
            Network.address(from).ifPresent(failed -> guard.signInFailed(failed, "http"));
            return new TurnedAway(AuthProblem.INVALID_BASIC);
        }
        log(Caller.Secret.ACCOUNT_PASSWORD, from, account, Result.OK);
        Entered entered = byPassword(account.get(), device(identity.get()), from);
        right.put(name, right(entered.caller(), moment));
        return entered;
    }

    private static Entered byPassword(Account account, String device, String from) {
        return entered(new Caller(account, device, Caller.Secret.ACCOUNT_PASSWORD, from));
    }

    private static Entered entered(Caller caller) {
        return new Entered(caller, Optional.empty());
    }

    private Optional<Caller> remembered(Remembered<TokenHash, Right> where, TokenHash name) {
        return Optional.ofNullable(where.get(name))
                .filter(known -> clock.now().isBefore(known.end()))
                .filter(known -> pulse.holds(known.caller().account().organization(), known.stamp()))
                .map(Right::caller);
    }

    private Right right(Caller caller, long moment) {
        long stamp = pulse.stamp(caller.account().organization(), moment);
        return new Right(caller, stamp, clock.now().plus(REMEMBERED));
    }

    private void log(Caller.Secret secret, String from, Optional<Account> account, Result result) {
        log.write(new Attempt("http", from, secret, false), account, result);
    }
}
