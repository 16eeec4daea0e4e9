package svc.auth.signin;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Target;
import svc.api.audit.AuditLog;
import svc.api.identity.Account;
import svc.api.identity.Caller.CredentialKind;
import svc.api.metrics.MetricSink;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.auth.crypto.TokenHash;
import svc.auth.storage.BoundedCache;
import svc.auth.storage.Tenant;

/**
 * Writes one log line and one audit entry for each sign-in, whatever its result is. A request that is refused before
 * its credential is checked (a limit, a ban, a malformed request) is not logged. Thread-safe.
 */
@Component(service = SignInLog.class)
public final class SignInLog {

    private static final Logger LOG = LoggerFactory.getLogger(SignInLog.class);
    private static final String ACTION = "account.sign-in";

    private static final Duration LOGGED = Duration.ofMinutes(5);
    private static final int MOST = 10_000;

    private final Clock clock;
    private final BoundedCache<Repeated, Instant> logged = new BoundedCache<>(MOST);
    private final FailedSignInAudit failed;
    private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable AuditLog audit;

    @Activate
    public SignInLog(@Reference Clock clock) {
        this.clock = clock;
        this.failed = new FailedSignInAudit(clock, this::leftOut);
        // All counters are created at once, so that each time series starts at zero and not with its first event.
        for (Result result : Result.values()) {
            for (CredentialKind secret : CredentialKind.values()) {
                counts.put(new Kind(result, secret), new LongAdder());
            }
        }
    }

    private record Kind(Result result, CredentialKind secret) {}

    private record Repeated(Attempt attempt, TokenHash secret) {}

    /** The result of a sign-in. */
    enum Result {
        OK,
        REFUSED,
        BUSY,
        /** The secret is correct, but the configuration does not accept its kind. */
        SWITCHED_OFF,
        /** The token was exchanged before; the server ended its device session. */
        REUSED
    }

    /**
     * A sign-in attempt.
     *
     * @param client the client
     * @param secret the kind of secret
     * @param bound whether the session is bound to a key
     */
    record Attempt(ClientAddress client, CredentialKind secret, boolean bound) {}

    /** Sets the audit log, for use outside the OSGi framework. */
    void keepIn(AuditLog where) {
        audit = where;
    }

    /**
     * Writes the audit entry of a successful sign-in in the transaction. Afterwards the caller writes the log line with
     * {@link #tell}.
     */
    void enter(Transaction tx, Attempt attempt, Account account) {
        AuditLog present = audit;
        if (present != null) {
            present.record(tx, act(attempt, Optional.of(account), Result.OK));
        }
    }

    /** Writes the log line and the audit entry. */
    void write(Attempt attempt, Optional<Account> account, Result result) {
        tell(attempt, account, result);
        if (audit != null && (result == Result.OK || failed.permit())) {
            record(act(attempt, account, result));
        }
    }

    /**
     * Writes the log line and the audit entry, unless they were written in the last five minutes for the same client and
     * secret: some clients send the secret with every request.
     */
    void writeOnce(Attempt attempt, Account account, Result result, TokenHash secret) {
        Repeated key = new Repeated(attempt, secret);
        Instant now = clock.now();
        Instant until = logged.get(key);
        if (until == null || !now.isBefore(until)) {
            logged.put(key, now.plus(LOGGED));
            write(attempt, Optional.of(account), result);
        }
    }

    /**
     * Writes the log line. An unknown account name is omitted, because a user may have typed a password in its place.
     */
    void tell(Attempt attempt, Optional<Account> account, Result result) {
        counts.computeIfAbsent(new Kind(result, attempt.secret()), kind -> new LongAdder())
                .increment();
        LOG.info(
                "event=sign_in protocol={} account={} tenant={} ip={} result={} secret={} dpop={}",
                attempt.client().protocol(),
                account.map(Account::id).orElse("-"),
                account.map(Account::organization).orElse("-"),
                attempt.client().address(),
                word(result),
                word(attempt.secret()),
                attempt.bound() ? "bound" : "none");
    }

    private static AuditEvent act(Attempt attempt, Optional<Account> account, Result result) {
        boolean ok = result == Result.OK;
        Map<String, String> details = new LinkedHashMap<>();
        details.put("protocol", attempt.client().protocol());
        details.put("secret", word(attempt.secret()));
        details.put("dpop", attempt.bound() ? "bound" : "none");
        if (!ok) {
            details.put("reason", word(result));
        }
        return new AuditEvent(
                account.filter(known -> ok)
                        .map(known -> Actor.account(known, attempt.client().address()))
                        .orElseGet(() -> Actor.anonymous(attempt.client().address())),
                ACTION,
                account.map(known -> ObjectId.parse(Tenant.LETTER, known.organization())
                                .orElse(AuditEvent.INSTANCE))
                        .orElse(AuditEvent.INSTANCE),
                account.map(known -> new Target("account", known.id())),
                ok ? AuditEvent.Outcome.DONE : AuditEvent.Outcome.REFUSED,
                details);
    }

    /** Reports the numbers of sign-ins by result and by kind of secret. */
    void collect(MetricSink sink) {
        counts.forEach((kind, count) -> sink.counter(
                "sign_ins_total",
                "Sign-ins",
                count.sum(),
                "result",
                word(kind.result()),
                "secret",
                word(kind.secret())));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void leftOut(long count) {
        record(new AuditEvent(
                Actor.SYSTEM,
                ACTION,
                AuditEvent.INSTANCE,
                Optional.empty(),
                AuditEvent.Outcome.REFUSED,
                Map.of("left_out", Long.toString(count))));
    }

    private void record(AuditEvent act) {
        AuditLog present = audit;
        if (present != null) {
            present.record(act);
        }
    }

    /** Writes an audit entry with the number of omitted entries. */
    @Deactivate
    public void stop() {
        failed.stop();
    }
}
