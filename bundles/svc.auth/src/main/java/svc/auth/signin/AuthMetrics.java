package svc.auth.signin;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.auth.crypto.HashConcurrencyLimit;
import svc.auth.crypto.PasswordHasher;
import svc.auth.storage.AccountStore;
import svc.auth.storage.Rows;

/**
 * Reports the numbers of tenants, accounts and device sessions, the sign-in counters and the load of password hashing.
 */
@Component(service = MetricSource.class)
public final class AuthMetrics implements MetricSource {

    private final AccountStore identities;
    private final SignInLog log;
    private final PasswordHasher passwords;

    @Activate
    public AuthMetrics(
            @Reference AccountStore identities, @Reference SignInLog log, @Reference PasswordHasher passwords) {
        this.identities = identities;
        this.log = log;
        this.passwords = passwords;
    }

    private record Counts(long tenants, long accounts, long sessions) {}

    @Override
    public void collect(MetricSink sink) {
        Counts counts = identities.read(snapshot -> new Counts(
                Rows.count(snapshot.sql(), "SELECT count(*) FROM organization"),
                Rows.count(snapshot.sql(), "SELECT count(*) FROM account_identity"),
                Rows.count(snapshot.sql(), "SELECT count(*) FROM device_session")));
        sink.gauge("tenants", "Organizations", (double) counts.tenants());
        sink.gauge("accounts", "Accounts of all organizations", (double) counts.accounts());
        sink.gauge("sessions", "Sign-ins that have not ended", (double) counts.sessions());
        log.collect(sink);
        HashConcurrencyLimit turns = passwords.turns();
        sink.gauge("password_hashes_running", "Password hashes that are being computed", (double) turns.running());
        sink.gauge("password_hashes_waiting", "Password hashes that wait in the queue", (double) turns.waiting());
    }
}
