package svc.mail.domains.proof;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Directory;
import svc.api.time.Clock;
import svc.mail.domains.proof.MailDomain.Kind;
import svc.mail.domains.proof.MailDomain.State;

/** Warns of registered domains without a DNS proof, and of domains of this server that are not registered. */
@Component
public final class ProofHealthCheck implements HealthCheck {

    private static final String PROOF = "domain-proof";
    private static final String COVERAGE = "domain-registered";

    private final RegisteredDomains domains;
    private final Directory directory;
    private final MailListeners listeners;
    private final Clock clock;

    @Activate
    public ProofHealthCheck(
            @Reference RegisteredDomains domains,
            @Reference Directory directory,
            @Reference MailListeners listeners,
            @Reference Clock clock) {
        this.domains = domains;
        this.directory = directory;
        this.listeners = listeners;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "mail";
    }

    @Override
    public List<String> checks() {
        return List.of(PROOF, COVERAGE);
    }

    @Override
    public List<Finding> run() {
        List<MailDomain> all = domains.all();
        return List.of(proof(all), coverage(all));
    }

    private Finding proof(List<MailDomain> all) {
        if (all.isEmpty()) {
            return Finding.skipped(PROOF, "No domain is registered for mail.");
        }
        Instant now = clock.now();
        List<MailDomain> deferred =
                all.stream().filter(domain -> domain.deferral(now).isPresent()).toList();
        List<MailDomain> unproven = all.stream()
                .filter(domain -> domain.suspendedAt().isEmpty() && domain.state() != State.VERIFIED)
                .toList();
        Map<String, Object> facts = Map.of("registered", all.size(), "deferred", deferred.size());
        if (!deferred.isEmpty()) {
            MailDomain first = deferred.get(0);
            return Finding.fail(PROOF, "Mail of these domains is deferred: " + names(deferred) + ".", remedy(first))
                    .with(facts);
        }
        return (unproven.isEmpty()
                        ? Finding.ok(PROOF, "All registered domains have a DNS proof.")
                        : Finding.warn(
                                PROOF,
                                "These domains have no DNS proof; the mail of "
                                        + unproven.get(0).name()
                                        + " is deferred from " + unproven.get(0).deadline() + ": " + names(unproven)
                                        + ".",
                                remedy(unproven.get(0))))
                .with(facts);
    }

    private static String remedy(MailDomain domain) {
        return domain.suspendedAt().isPresent()
                ? "If the reason of the suspension has ended, run `svc domain resume " + domain.name() + "`."
                : "Publish `" + domain.proofName() + ". IN TXT \"" + domain.proofText() + "\"`, then run"
                        + " `svc domain check " + domain.name() + "`.";
    }

    private static String names(List<MailDomain> domains) {
        return Finding.names(domains.stream().map(MailDomain::name).toList());
    }

    /**
     * Returns whether a sender domain still belongs to its tenant, or whether a relay domain is still one of other servers
     * and has an account that holds its messages.
     */
    private boolean fits(MailDomain domain) {
        Optional<String> owner = directory.tenantOfDomain(domain.name());
        return domain.kind() == Kind.SENDER
                ? owner.equals(Optional.of(domain.tenantId()))
                : owner.isEmpty()
                        && directory.resolve(domain.holder().orElse("")) instanceof LocalAccount to
                        && to.account().organization().equals(domain.tenantId());
    }

    private Finding coverage(List<MailDomain> all) {
        Set<String> registered = all.stream().map(MailDomain::name).collect(Collectors.toSet());
        List<String> misfits = all.stream()
                .filter(domain -> !fits(domain))
                .map(MailDomain::name)
                .toList();
        if (!misfits.isEmpty()) {
            return Finding.warn(
                    COVERAGE,
                    "These registrations no longer fit the domains and accounts of this server: "
                            + Finding.names(misfits) + ".",
                    "Run `svc domain unregister " + misfits.get(0) + "`, and register it again if it is still needed.");
        }
        if (!listeners.acceptsMail()) {
            return Finding.skipped(COVERAGE, "The server accepts no mail from other servers.");
        }
        List<String> missing = directory.domains().stream()
                .filter(name -> !registered.contains(name))
                .toList();
        return missing.isEmpty()
                ? Finding.ok(COVERAGE, "All domains of this server are registered for mail.")
                : Finding.warn(
                        COVERAGE,
                        "These domains send mail without a DNS proof that they belong to their organizations: "
                                + Finding.names(missing) + ". Their mail is not deferred.",
                        "Run `svc domain register " + missing.get(0) + "`, and publish the records that"
                                + " `svc domain dns " + missing.get(0) + "` prints within 72 hours.");
    }
}
