package svc.auth;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.auth.Passwords.Verdict;
import svc.auth.Proofs.Good;
import svc.auth.SignInLog.Attempt;
import svc.auth.SignInLog.Result;

/**
 * From an address and a password to a token. Whoever is not let in costs one hash and gets one answer, whatever the reason.
 * Any thread.
 */
@Component(service = SignIn.class)
public final class SignIn {

    private final Identities identities;
    private final Passwords passwords;
    private final Clock clock;
    private final Proofs proofs;
    private final Nonces nonces;
    private final SignInLog log;
    private final SecureRandom random = new SecureRandom();

    /** Signs in to these accounts. */
    @Activate
    public SignIn(
            @Reference Identities identities,
            @Reference Passwords passwords,
            @Reference Clock clock,
            @Reference Proofs proofs,
            @Reference Nonces nonces,
            @Reference SignInLog log) {
        this.identities = identities;
        this.passwords = passwords;
        this.clock = clock;
        this.proofs = proofs;
        this.nonces = nonces;
        this.log = log;
    }

    /** What comes of it. */
    sealed interface Outcome permits SignedIn, NotSignedIn {}

    /** A token for an account. */
    record SignedIn(Account account, String token) implements Outcome {
        /** The members of the answer. */
        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("accessToken", token);
            members.put("accountId", account.id());
            return members;
        }

        /** Without the token. */
        @Override
        public String toString() {
            return account.id();
        }
    }

    /** None, and what to say. */
    record NotSignedIn(AuthProblem problem) implements Outcome {}

    /**
     * Tries.
     *
     * @param from the client's address
     * @param proof the proof that came with it; the sign-in is bound to its key
     */
    Outcome in(String email, String password, String from, Optional<Good> proof) {
        Optional<Identity> known = Address.of(email)
                .flatMap(address -> identities.read(snapshot -> AccountRows.find(snapshot.sql(), address)));
        Attempt attempt = new Attempt("http", from, Caller.Secret.ACCOUNT_PASSWORD, proof.isPresent());
        Optional<Account> account = known.map(Identity::account);
        Optional<Verdict> verdict = passwords.compare(password, known.map(Identity::password));
        if (verdict.isEmpty()) {
            log.write(attempt, account, Result.BUSY);
            return new NotSignedIn(AuthProblem.TOO_MANY);
        } else if (known.isEmpty() || verdict.get() == Verdict.WRONG) {
            log.write(attempt, account, Result.REFUSED);
            return new NotSignedIn(AuthProblem.INVALID_CREDENTIALS);
        }
        Outcome outcome = enter(known.get(), better(verdict.get(), password), proof, attempt);
        if (outcome instanceof SignedIn) {
            log.tell(attempt, account, Result.OK);
        } else {
            log.write(attempt, account, Result.REFUSED);
        }
        return outcome;
    }

    /** Whoever presents a proof that is not good is not let in, whatever the password is, which nobody looks at. */
    Outcome refuse(BadProof proof, String from) {
        log.write(new Attempt("http", from, Caller.Secret.ACCOUNT_PASSWORD, false), Optional.empty(), Result.REFUSED);
        return new NotSignedIn(AuthProblem.badProof(proof.flaw(), nonces.fresh()));
    }

    /** The hash at the cost of today, where it is another one and somebody has time to make it. */
    private Optional<String> better(Verdict verdict, String password) {
        return verdict == Verdict.RIGHT_BUT_CHEAP ? passwords.hashOrNot(password) : Optional.empty();
    }

    private Outcome enter(Identity identity, Optional<String> better, Optional<Good> proof, Attempt attempt) {
        try {
            // Not before the password was right: whoever may not sign in shall not fill the memory of proofs.
            if (proof.isPresent()) {
                proofs.spend(proof.get());
            }
        } catch (BadProof e) {
            return new NotSignedIn(AuthProblem.badProof(e.flaw(), nonces.fresh()));
        }
        FreshToken token = FreshToken.of(random);
        Session session = new Session(identity.account(), (random.nextLong() >>> 2) + 1, proof.map(Good::key));
        boolean entered = identities.write("sign in", tx -> {
            if (!open(tx, identity)) {
                return false;
            }
            better.ifPresent(text -> AccountRows.password(tx, identity.account().n(), text));
            TokenRows.insert(tx, session, token.hash(), clock.now());
            log.enter(tx, attempt, identity.account());
            return true;
        });
        return entered
                ? new SignedIn(identity.account(), token.text())
                : new NotSignedIn(AuthProblem.INVALID_CREDENTIALS);
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
