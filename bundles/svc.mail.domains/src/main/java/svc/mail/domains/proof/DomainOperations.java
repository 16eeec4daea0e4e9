package svc.mail.domains.proof;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Directory;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.time.Clock;
import svc.mail.domains.proof.MailDomain.Kind;

/** The operations {@code svc domain} for registered domains. */
@Component
public final class DomainOperations implements OperationGroup {

    private static final String DOMAIN = "the domain, such as example.org";

    private final RegisteredDomains domains;
    private final ProofCheck proofs;
    private final DomainRegistration registration;
    private final Clock clock;

    @Activate
    public DomainOperations(
            @Reference RegisteredDomains domains,
            @Reference ProofCheck proofs,
            @Reference Directory directory,
            @Reference Clock clock) {
        this.domains = domains;
        this.proofs = proofs;
        this.registration = new DomainRegistration(directory, clock);
        this.clock = clock;
    }

    @Operation(
            command = "domain registered",
            help = "List the domains that are registered for mail, with the states of their DNS proofs",
            needs = Needs.STORE,
            readOnly = true)
    public List<DomainView.Summary> registered(
            @Help("the id of an organization; all if omitted") @Nullable String tenant) {
        Instant now = clock.now();
        return domains.all().stream()
                .filter(domain -> tenant == null || domain.tenantId().equals(tenant))
                .map(domain -> DomainView.of(domain, now).summary())
                .toList();
    }

    @Operation(
            command = "domain show",
            help = "Show a registered domain and its proof record",
            needs = Needs.STORE,
            readOnly = true)
    public DomainView show(@Positional @Help(DOMAIN) String domain) {
        return view(DomainText.canonical("domain", domain));
    }

    private DomainView view(String name) {
        return DomainView.of(find(name), clock.now());
    }

    private MailDomain find(String name) {
        return domains.find(name)
                .orElseThrow(() -> new OperationException(
                        Reason.NOT_FOUND,
                        name + " is not registered. See svc domain registered for all registered domains."));
    }

    @Operation(
            command = "domain register",
            help =
                    "Register a domain for mail, so that it needs a DNS proof: a domain of this server from which accounts"
                            + " send (sender), or a domain of other servers for which this server accepts mail (relay)",
            needs = Needs.STORE)
    public DomainView register(
            @Positional @Help(DOMAIN) String domain,
            @Help("sender or relay") @Default("sender") Kind kind,
            @Help("the id of the organization; for a sender domain the organization that has it") @Nullable
                    String tenant,
            @Help("for a relay domain: the address of the account of the organization that holds the messages until"
                            + " they are sent on; an administrator if omitted")
                    @Nullable
                    String account,
            @Help("for a relay domain: the host to which messages are sent; its MX hosts if omitted") @Nullable
                    String host,
            AuditRecorder audit) {
        String name = DomainText.canonical("domain", domain);
        MailDomain created = kind == Kind.SENDER
                ? registration.sender(name, tenant, account, host)
                : registration.relay(name, tenant, account, host);
        if (!domains.add(created, audit)) {
            throw new OperationException(
                    Reason.CONFLICT,
                    name + " is registered already for " + find(name).tenantId()
                            + ". To change it, first run svc domain unregister " + name + ".");
        }
        return view(name);
    }

    @Operation(
            command = "domain unregister",
            help = "Remove the registration of a domain: its mail needs no DNS proof, and no mail to it is relayed",
            needs = Needs.STORE)
    public DomainView unregister(@Positional @Help(DOMAIN) String domain, AuditRecorder audit) {
        MailDomain found = find(DomainText.canonical("domain", domain));
        domains.remove(found, audit);
        return DomainView.of(found, clock.now());
    }

    @Operation(command = "domain check", help = "Look up the DNS proof of a registered domain now")
    public DomainView check(@Positional @Help(DOMAIN) String domain) {
        String name = DomainText.canonical("domain", domain);
        proofs.check(find(name));
        return view(name);
    }

    @Operation(
            command = "domain suspend",
            help = "Defer the mail that a registered domain covers until it is resumed",
            needs = Needs.STORE)
    public DomainView suspend(@Positional @Help(DOMAIN) String domain, AuditRecorder audit) {
        String name = DomainText.canonical("domain", domain);
        domains.suspend(find(name), audit);
        return view(name);
    }

    @Operation(command = "domain resume", help = "End the suspension of a registered domain", needs = Needs.STORE)
    public DomainView resume(@Positional @Help(DOMAIN) String domain, AuditRecorder audit) {
        String name = DomainText.canonical("domain", domain);
        domains.resume(find(name), audit);
        return view(name);
    }
}
