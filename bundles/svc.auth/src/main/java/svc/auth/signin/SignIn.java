package svc.auth.signin;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Caller.CredentialKind;
import svc.api.identity.SignIns;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.auth.crypto.HashConcurrencyLimit.Place;
import svc.auth.crypto.PasswordHasher;
import svc.auth.crypto.PasswordHasher.Verdict;
import svc.auth.dpop.InvalidProofException;
import svc.auth.dpop.Nonces;
import svc.auth.dpop.ProofVerifier;
import svc.auth.dpop.ProofVerifier.Good;
import svc.auth.signin.PasswordVerification.Correct;
import svc.auth.signin.PasswordVerification.Incorrect;
import svc.auth.signin.PasswordVerification.Verification;
import svc.auth.signin.SignInLog.Attempt;
import svc.auth.signin.SignInLog.Result;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.StoredAccount;
import svc.auth.storage.TenantRows;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.FreshToken;
import svc.auth.tokens.TokenRows;

/**
 * Exchanges an address and a password for a token. Every refused sign-in computes one hash and gets the same response,
 * whatever the reason is. Thread-safe.
 */
@Component(service = SignIn.class)
public final class SignIn {

    private final AccountStore identities;
    private final PasswordHasher passwords;
    private final Clock clock;
    private final ProofVerifier proofs;
    private final Nonces nonces;
    private final SignInLog log;
    private final PasswordVerification verification;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public SignIn(
            @Reference AccountStore identities,
            @Reference PasswordHasher passwords,
            @Reference Clock clock,
            @Reference ProofVerifier proofs,
            @Reference Nonces nonces,
            @Reference SignInLog log,
            @Reference PasswordVerification verification) {
        this.identities = identities;
        this.passwords = passwords;
        this.clock = clock;
        this.proofs = proofs;
        this.nonces = nonces;
        this.log = log;
        this.verification = verification;
    }

    /** The result of a sign-in or a token refresh. */
    public sealed interface Outcome permits SignedIn, NotSignedIn {}

    /** Success: a token of the account. */
    public record SignedIn(Account account, String token) implements Outcome {
        /** Returns the members of the response body. */
        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("accessToken", token);
            members.put("accountId", account.id());
            return members;
        }

        /** Omits the token. */
        @Override
        public String toString() {
            return account.id();
        }
    }

    /** A refusal. */
    record NotSignedIn(AuthProblem problem) implements Outcome {}

    /**
     * Signs in.
     *
     * @param proof the valid DPoP proof of the request; the new device session is bound to the key of the proof
     */
    public Outcome in(String email, String password, ClientAddress client, Optional<Good> proof) {
        Attempt attempt = new Attempt(client, CredentialKind.ACCOUNT_PASSWORD, proof.isPresent());
        Verification verified = verification.verify(email, password, attempt);
        if (!(verified instanceof Correct correct)) {
            SignIns.Outcome refusal = ((Incorrect) verified).outcome();
            return new NotSignedIn(AuthProblem.of(refusal, AuthProblem.INVALID_CREDENTIALS));
        }
        Optional<String> better =
                better(correct.verdict(), password, correct.trial().place());
        Outcome outcome = enter(correct.identity(), better, proof, attempt);
        Optional<Account> account = Optional.of(correct.identity().account());
        if (outcome instanceof SignedIn) {
            log.tell(attempt, account, Result.OK);
            correct.trial().succeeded();
        } else {
            log.write(attempt, account, Result.REFUSED);
        }
        return outcome;
    }

    /** Refuses a sign-in with an invalid proof, without verifying the password. */
    Outcome refuse(InvalidProofException proof, ClientAddress client) {
        log.write(new Attempt(client, CredentialKind.ACCOUNT_PASSWORD, false), Optional.empty(), Result.REFUSED);
        return new NotSignedIn(AuthProblem.badProof(proof.flaw(), nonces.fresh()));
    }

    /**
     * Returns a new hash with the current cost parameters if the stored hash has outdated parameters. Returns empty
     * otherwise, or if the hash queue is full.
     */
    private Optional<String> better(Verdict verdict, String password, Place place) {
        return verdict == Verdict.RIGHT_BUT_CHEAP ? passwords.hashOrNot(password, place) : Optional.empty();
    }

    private Outcome enter(StoredAccount identity, Optional<String> better, Optional<Good> proof, Attempt attempt) {
        try {
            // The proof is recorded after the password check, so that clients without a valid password cannot fill the
            // cache of used proofs.
            if (proof.isPresent()) {
                proofs.spend(proof.get());
            }
        } catch (InvalidProofException e) {
            return new NotSignedIn(AuthProblem.badProof(e.flaw(), nonces.fresh()));
        }
        FreshToken token = FreshToken.of(random);
        DeviceSession session =
                new DeviceSession(identity.account(), (random.nextLong() >>> 2) + 1, proof.map(Good::key), clock.now());
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

    /**
     * Returns whether the account is still active with the same password. The transaction that writes the token checks
     * this, because the account may have changed since the password was verified.
     */
    private static boolean open(Transaction tx, StoredAccount compared) {
        return AccountRows.find(tx.sql(), compared.account().n())
                .filter(now -> !now.disabled() && now.password().equals(compared.password()))
                .filter(now -> !TenantRows.suspendedWith(tx.sql(), now.account().n()))
                .isPresent();
    }
}
