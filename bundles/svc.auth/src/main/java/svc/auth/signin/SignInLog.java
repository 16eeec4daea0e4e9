package svc.auth;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Act;
import svc.api.audit.Act.Target;
import svc.api.audit.Actor;
import svc.api.audit.Audit;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.api.time.Clock;

/**
 * The one line that each sign-in leaves in the log, whatever becomes of it, and its entry in the audit. Who is turned away before
 * anything was tried (by a limit or a ban, or for what is no sign-in at all) leaves none. Any thread.
 */
@Component(service = SignInLog.class)
public final class SignInLog {

    private static final Logger LOG = LoggerFactory.getLogger(SignInLog.class);
    private static final String ACTION = "account.sign-in";

    private final FailedSignIns failed;
    private final SignInTally tally = new SignInTally();

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable Audit audit;

    /** Counts failures by this clock. */
    @Activate
    public SignInLog(@Reference Clock clock) {
        this.failed = new FailedSignIns(clock, this::leftOut);
    }

    /** What becomes of a sign-in. */
    enum Result {
        OK,
        REFUSED,
        BUSY
    }

    /**
     * A sign-in.
     *
     * @param protocol how
     * @param ip the client's address
     * @param secret the kind of secret
     * @param bound whether it is bound to a key
     */
    record Attempt(String protocol, String ip, Caller.Secret secret, boolean bound) {}

    /** For a log that no framework puts together. */
    void keepIn(Audit where) {
        audit = where;
    }

    /** Leaves the entry of a sign-in that succeeds with this transaction; the line comes after it, by {@link #tell}. */
    void enter(Transaction tx, Attempt attempt, Account account) {
        Audit present = audit;
        if (present != null) {
            present.record(tx, act(attempt, Optional.of(account), Result.OK));
        }
    }

    /** The line and the entry. */
    void write(Attempt attempt, Optional<Account> account, Result result) {
        tell(attempt, account, result);
        if (audit != null && (result == Result.OK || failed.permit())) {
            record(act(attempt, account, result));
        }
    }

    /** The line alone; an account that is not known has no name here, because what was typed may be a password. */
    void tell(Attempt attempt, Optional<Account> account, Result result) {
        tally.add(result, attempt.secret());
        LOG.info(
                "event=sign_in protocol={} account={} tenant={} ip={} result={} secret={} dpop={}",
                attempt.protocol(),
                account.map(Account::id).orElse("-"),
                account.map(Account::organization).orElse("-"),
                attempt.ip(),
                word(result),
                word(attempt.secret()),
                attempt.bound() ? "bound" : "none");
    }

    private static Act act(Attempt attempt, Optional<Account> account, Result result) {
        boolean ok = result == Result.OK;
        Map<String, String> details = new LinkedHashMap<>();
        details.put("protocol", attempt.protocol());
        details.put("secret", word(attempt.secret()));
        details.put("dpop", attempt.bound() ? "bound" : "none");
        if (!ok) {
            details.put("reason", word(result));
        }
        return new Act(
                account.filter(known -> ok)
                        .map(known -> Actor.account(known, attempt.ip()))
                        .orElseGet(() -> Actor.nobody(attempt.ip())),
                ACTION,
                account.map(known -> ObjectId.number(Organization.LETTER, known.organization())
                                .orElse(Act.INSTANCE))
                        .orElse(Act.INSTANCE),
                account.map(known -> new Target("account", known.id())),
                ok ? Act.Outcome.DONE : Act.Outcome.REFUSED,
                details);
    }

    /** How many there were. */
    SignInTally tally() {
        return tally;
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void leftOut(long count) {
        record(new Act(
                Actor.SYSTEM,
                ACTION,
                Act.INSTANCE,
                Optional.empty(),
                Act.Outcome.REFUSED,
                Map.of("left_out", Long.toString(count))));
    }

    private void record(Act act) {
        Audit present = audit;
        if (present != null) {
            present.record(act);
        }
    }

    /** Tells what was left out so far. */
    @Deactivate
    public void stop() {
        failed.stop();
    }
}
