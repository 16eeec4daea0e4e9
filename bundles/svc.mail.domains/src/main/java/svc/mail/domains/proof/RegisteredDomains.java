package svc.mail.domains.proof;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailDomains;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Directory;
import svc.api.operation.AuditRecorder;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.mail.domains.proof.MailDomain.Kind;
import svc.mail.domains.proof.MailDomain.State;
import svc.mailauth.DomainName;

/** The registered domains in the database. Thread-safe. */
@Component(service = {MailDomains.class, RegisteredDomains.class})
public final class RegisteredDomains implements MailDomains {

    private static final String SELECT = "SELECT " + MailDomain.COLUMNS + " FROM mail_domain";

    private final Store store;
    private final Directory directory;
    private final Clock clock;

    @Activate
    public RegisteredDomains(@Reference Store store, @Reference Directory directory, @Reference Clock clock) {
        this.store = store;
        this.directory = directory;
        this.clock = clock;
    }

    /** Returns all domains, in order. */
    public List<MailDomain> all() {
        return store.read(Scope.system(), snapshot -> snapshot.sql().select(SELECT + " ORDER BY name", MailDomain::of));
    }

    /** Returns a domain by its canonical name. */
    public Optional<MailDomain> find(String name) {
        return store.read(
                Scope.system(), snapshot -> snapshot.sql().first(SELECT + " WHERE name = ?", MailDomain::of, name));
    }

    private Optional<MailDomain> of(String addressOrDomain) {
        DomainName domain = DomainName.ofAddress(addressOrDomain);
        return domain == null ? Optional.empty() : find(domain.text());
    }

    @Override
    public Optional<SmtpReply> senderDeferral(String address) {
        return of(address)
                .filter(domain -> domain.kind() == Kind.SENDER)
                .flatMap(domain -> domain.deferral(clock.now()));
    }

    @Override
    public Optional<SmtpReply> recipientDeferral(String address) {
        return relay(address).flatMap(domain -> domain.deferral(clock.now()));
    }

    @Override
    public Optional<RelayDomain> relayDomain(String addressOrDomain) {
        return relay(addressOrDomain).flatMap(MailDomain::relay);
    }

    /** Returns a relay domain. A domain that has become a domain of this server is none. */
    private Optional<MailDomain> relay(String addressOrDomain) {
        return of(addressOrDomain)
                .filter(domain -> domain.kind() == Kind.RELAY)
                .filter(domain -> directory.tenantOfDomain(domain.name()).isEmpty());
    }

    /** Adds a domain. Returns false if it is registered already. */
    boolean add(MailDomain domain, AuditRecorder audit) {
        return store.write(Scope.system(), tx -> {
            boolean isNew = tx.sql()
                            .update(
                                    "INSERT INTO mail_domain (name, kind, organization, proof_key, state, since,"
                                            + " created_at, holder, host) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                                            + " ON CONFLICT (name) DO NOTHING",
                                    domain.name(),
                                    domain.kind().word(),
                                    domain.tenantId(),
                                    domain.key(),
                                    domain.state().word(),
                                    domain.since().toEpochMilli(),
                                    domain.created().toEpochMilli(),
                                    domain.holder().orElse(null),
                                    domain.host().orElse(null))
                    > 0;
            if (isNew) {
                audit.record(tx, domain.tenantId(), domain.name());
            }
            return isNew;
        });
    }

    void remove(MailDomain domain, AuditRecorder audit) {
        change(domain, audit, "DELETE FROM mail_domain WHERE name = ?", domain.name());
    }

    /** Suspends a domain unless it is suspended. */
    void suspend(MailDomain domain, AuditRecorder audit) {
        change(
                domain,
                audit,
                "UPDATE mail_domain SET suspended_at = coalesce(suspended_at, ?) WHERE name = ?",
                clock.now().toEpochMilli(),
                domain.name());
    }

    void resume(MailDomain domain, AuditRecorder audit) {
        change(domain, audit, "UPDATE mail_domain SET suspended_at = NULL WHERE name = ?", domain.name());
    }

    private void change(MailDomain domain, AuditRecorder audit, String sql, Object... values) {
        store.write(Scope.system(), tx -> {
            audit.record(tx, domain.tenantId(), domain.name());
            return tx.sql().update(sql, values);
        });
    }

    /**
     * Records a check. Does nothing if the domain was removed meanwhile.
     *
     * @param isProven whether the record was found; empty if the lookup failed, so that the state stays
     * @param result what was found
     */
    void record(MailDomain domain, Optional<Boolean> isProven, String result) {
        Instant now = clock.now();
        State next = isProven.map(found ->
                        found ? State.VERIFIED : domain.state() == State.PENDING ? State.PENDING : State.UNVERIFIED)
                .orElse(domain.state());
        boolean isOk = isProven.orElse(false);
        store.write(
                Scope.system(),
                tx -> tx.sql()
                        .update(
                                "UPDATE mail_domain SET since = CASE WHEN state = ? THEN since ELSE ? END, state = ?,"
                                        + " checked_at = ?, result = ?, last_ok = CASE WHEN ? = 1 THEN ? ELSE last_ok END"
                                        + " WHERE name = ? AND proof_key = ?",
                                next.word(),
                                now.toEpochMilli(),
                                next.word(),
                                now.toEpochMilli(),
                                result,
                                isOk ? 1 : 0,
                                now.toEpochMilli(),
                                domain.name(),
                                domain.key()));
    }
}
