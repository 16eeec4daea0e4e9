package svc.auth.signin;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.SignIns.Blocked;
import svc.api.identity.SignIns.Busy;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.Reason;
import svc.api.identity.SignIns.Refused;
import svc.api.ratelimit.RateLimiter.Rejection;
import svc.auth.crypto.PasswordHasher;
import svc.auth.crypto.PasswordHasher.Verdict;
import svc.auth.signin.SignInGuard.Trial;
import svc.auth.signin.SignInLog.Attempt;
import svc.auth.signin.SignInLog.Result;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.EmailAddress;
import svc.auth.storage.StoredAccount;

/**
 * Verifies account passwords. Each verification computes one hash, whether the account exists or not, unless a limit or a
 * ban applies. Failures are logged and count towards a ban. Thread-safe.
 */
@Component(service = PasswordVerification.class)
public final class PasswordVerification {

    private final AccountStore identities;
    private final PasswordHasher passwords;
    private final SignInLog log;
    private final SignInGuard guard;

    @Activate
    public PasswordVerification(
            @Reference AccountStore identities,
            @Reference PasswordHasher passwords,
            @Reference SignInLog log,
            @Reference SignInGuard guard) {
        this.identities = identities;
        this.passwords = passwords;
        this.log = log;
        this.guard = guard;
    }

    /** The result of a verification. */
    sealed interface Verification permits Correct, Incorrect {}

    /** The password is that of an active account. The caller reports the sign-in to the log and to the trial. */
    record Correct(StoredAccount identity, Verdict verdict, Trial trial) implements Verification {}

    /** The sign-in failed. */
    record Incorrect(Outcome outcome) implements Verification {}

    private record Found(StoredAccount identity, boolean active) {}

    /** Verifies a password. {@code login} is the address of the account as the client sent it. */
    Verification verify(String login, String password, Attempt attempt) {
        Optional<EmailAddress> address = EmailAddress.of(login);
        Optional<Found> found = address.flatMap(this::find);
        Optional<Account> account = found.map(known -> known.identity().account());
        String name = address.map(EmailAddress::key).orElse(login);
        Trial trial = guard.trial(name, account, password, attempt.client());
        Optional<Rejection> rejection = trial.rejection();
        if (rejection.isPresent()) {
            return new Incorrect(new Blocked(rejection.get()));
        }
        Optional<Verdict> verdict =
                passwords.compare(password, found.map(known -> known.identity().password()), trial.place());
        if (verdict.isEmpty()) {
            log.write(attempt, account, Result.BUSY);
            return new Incorrect(new Busy());
        } else if (verdict.get() == Verdict.WRONG || !found.orElseThrow().active()) {
            log.write(attempt, account, Result.REFUSED);
            trial.failed();
            return new Incorrect(new Refused(Reason.INVALID_CREDENTIALS));
        }
        return new Correct(found.get().identity(), verdict.get(), trial);
    }

    private Optional<Found> find(EmailAddress address) {
        return identities.read(snapshot -> AccountRows.find(snapshot.sql(), address)
                .map(identity -> new Found(
                        identity,
                        AccountRows.active(snapshot.sql(), identity.account().n()))));
    }
}
