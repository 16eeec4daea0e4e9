package svc.auth;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Sql;

/** How many there are of what this bundle keeps, and how many sign in. */
@Component(service = MetricSource.class)
public final class AuthMeters implements MetricSource {

    private final Identities identities;
    private final SignInLog log;
    private final Passwords passwords;

    /** Of these. */
    @Activate
    public AuthMeters(@Reference Identities identities, @Reference SignInLog log, @Reference Passwords passwords) {
        this.identities = identities;
        this.log = log;
        this.passwords = passwords;
    }

    private record Counts(long tenants, long accounts, long sessions) {}

    @Override
    public void tell(MetricSink sink) {
        Counts counts = identities.read(snapshot -> new Counts(
                count(snapshot.sql(), "SELECT count(*) FROM organization"),
                count(snapshot.sql(), "SELECT count(*) FROM account_identity"),
                count(snapshot.sql(), "SELECT count(*) FROM device_session")));
        sink.gauge("tenants", "Organizations", (double) counts.tenants());
        sink.gauge("accounts", "Accounts of all organizations", (double) counts.accounts());
        sink.gauge("sessions", "Sign-ins that have not ended", (double) counts.sessions());
        log.tally().tell(sink);
        HashTurns turns = passwords.turns();
        sink.gauge("password_hashes_running", "Hashes of passwords that are made", (double) turns.running());
        sink.gauge("password_hashes_waiting", "Hashes of passwords that wait for their turn", (double) turns.waiting());
    }

    private static long count(Sql sql, String query) {
        return sql.select(query, row -> row.number(1)).get(0);
    }
}
