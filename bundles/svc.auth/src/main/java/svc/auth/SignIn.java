package svc.auth;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.auth.Passwords.Verdict;

/**
 * From an address and a password to a token. Whoever is not let in costs one hash and gets one answer, whatever the reason.
 * Any thread.
 */
@Component(service = SignIn.class)
public final class SignIn {

    private static final Logger LOG = LoggerFactory.getLogger(SignIn.class);
    private static final int TOKEN_BYTES = 32;

    private final Identities identities;
    private final Passwords passwords;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** Signs in to these accounts. */
    @Activate
    public SignIn(@Reference Identities identities, @Reference Passwords passwords, @Reference Clock clock) {
        this.identities = identities;
        this.passwords = passwords;
        this.clock = clock;
    }

    /** What comes of it. */
    sealed interface Outcome permits SignedIn, NotSignedIn {}

    /** A token for an account. */
    record SignedIn(Account account, String token) implements Outcome {
        /** Without the token. */
        @Override
        public String toString() {
            return account.id();
        }
    }

    /** None, and what to say. */
    record NotSignedIn(AuthProblem problem) implements Outcome {}

    /** Tries; {@code from} is the client's address, for the log. */
    Outcome in(String email, String password, String from) {
        Optional<Identity> known = Address.of(email)
                .flatMap(address -> identities.read(snapshot -> AccountRows.find(snapshot.sql(), address)));
        Optional<Verdict> verdict = passwords.compare(password, known.map(Identity::password));
        if (verdict.isEmpty()) {
            return new NotSignedIn(AuthProblem.TOO_MANY);
        }
        Optional<SignedIn> signedIn = verdict.get() == Verdict.WRONG
                ? Optional.empty()
                : known.flatMap(identity -> enter(identity, better(verdict.get(), password)));
        signedIn.ifPresentOrElse(
                in -> LOG.info(
                        "Account {} signed in from {} over http by its password",
                        in.account().id(),
                        from),
                () -> LOG.info("A sign-in from {} over http was refused", from));
        return signedIn.<Outcome>map(in -> in).orElse(new NotSignedIn(AuthProblem.INVALID_CREDENTIALS));
    }

    /** The hash at the cost of today, where it is another one and somebody has time to make it. */
    private Optional<String> better(Verdict verdict, String password) {
        return verdict == Verdict.RIGHT_BUT_CHEAP ? passwords.hashOrNot(password) : Optional.empty();
    }

    private Optional<SignedIn> enter(Identity identity, Optional<String> better) {
        byte[] secret = new byte[TOKEN_BYTES];
        random.nextBytes(secret);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        TokenHash hash = TokenHash.of(token);
        long device = (random.nextLong() >>> 2) + 1;
        boolean entered = identities.write("sign in", tx -> {
            if (!open(tx, identity)) {
                return false;
            }
            better.ifPresent(text -> AccountRows.password(tx, identity.account().n(), text));
            TokenRows.insert(tx, identity.account().n(), device, hash, clock.now());
            return true;
        });
        return entered ? Optional.of(new SignedIn(identity.account(), token)) : Optional.empty();
    }

    /** Looked at where the token is written: since the password was compared it may have been changed. */
    private static boolean open(Transaction tx, Identity compared) {
        return AccountRows.find(tx.sql(), compared.account().n())
                .filter(now -> !now.disabled() && now.password().equals(compared.password()))
                .filter(now ->
                        !OrganizationRows.suspendedWith(tx.sql(), now.account().n()))
                .isPresent();
    }
}
