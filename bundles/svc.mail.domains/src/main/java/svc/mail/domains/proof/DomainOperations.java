package svc.mail.domains.proof;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Directory;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.time.Clock;
import svc.mail.domains.proof.MailDomain.Kind;
import svc.mail.domains.proof.MailDomain.State;

/** The operations {@code svc domain} for registered domains. */
@Component
public final class DomainOperations implements OperationGroup {

    private static final String DOMAIN = "the domain, such as example.org";
    private static final int KEY_BYTES = 16;

    private final RegisteredDomains domains;
    private final ProofCheck proofs;
    private final Directory directory;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public DomainOperations(
            @Reference RegisteredDomains domains,
            @Reference ProofCheck proofs,
            @Reference Directory directory,
            @Reference Clock clock) {
        this.domains = domains;
        this.proofs = proofs;
        this.directory = directory;
        this.clock = clock;
    }

    @Operation(
            command = "domain registered",
            help = "List the domains that are registered for mail, with the states of their DNS proofs",
            needs = Needs.STORE,
            readOnly = true)
    public List<DomainView> registered(@Help("the id of an organization; all if omitted") @Nullable String tenant) {
        Instant now = clock.now();
        return domains.all().stream()
                .filter(domain -> tenant == null || domain.tenantId().equals(tenant))
                .map(domain -> DomainView.of(domain, now))
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
                ? sender(name, tenant, account, host)
                : relay(name, tenant, account, host == null ? null : DomainText.canonical("host", host));
        if (!domains.add(created, audit)) {
            throw new OperationException(
                    Reason.CONFLICT,
                    name + " is registered already for " + find(name).tenantId()
                            + ". To change it, first run svc domain unregister " + name + ".");
        }
        return view(name);
    }

    private MailDomain sender(String name, @Nullable String tenant, @Nullable String account, @Nullable String host) {
        if (account != null || host != null) {
            throw invalid(account != null ? "account" : "host", "is only for relay domains");
        }
        String owner = directory
                .tenantOfDomain(name)
                .orElseThrow(() -> new OperationException(
                        Reason.CONFLICT,
                        name + " is not a domain of this server. First run svc domain add with the id of an"
                                + " organization and " + name + ", or use --kind relay."));
        if (tenant != null && !tenant.equals(owner)) {
            throw new OperationException(
                    Reason.CONFLICT, name + " is a domain of another organization than " + tenant + ".");
        }
        return created(name, Kind.SENDER, owner, null, null);
    }

    private MailDomain relay(String name, @Nullable String tenant, @Nullable String account, @Nullable String host) {
        if (tenant == null) {
            throw invalid("tenant", "is required for a relay domain");
        }
        if (directory.tenantOfDomain(name).isPresent()) {
            throw new OperationException(
                    Reason.CONFLICT, name + " is a domain of this server: its mail is filed here, and not sent on.");
        }
        Account holder = account == null ? administrator(tenant) : holder(tenant, account);
        return created(name, Kind.RELAY, tenant, holder.email(), host);
    }

    private Account holder(String tenant, String address) {
        if (directory.resolve(address.strip()) instanceof LocalAccount to
                && to.account().organization().equals(tenant)) {
            return to.account();
        }
        throw invalid("account", "is no address of an account of " + tenant);
    }

    /** Returns the first administrator of a tenant; if it has none, its first account. */
    private Account administrator(String tenant) {
        List<Account> administrators = directory.domains().stream()
                .filter(domain -> directory.tenantOfDomain(domain).equals(Optional.of(tenant)))
                .findFirst()
                .map(directory::administrators)
                .orElse(List.of());
        return administrators.stream()
                .filter(account -> account.organization().equals(tenant))
                .findFirst()
                .orElseThrow(() -> new OperationException(
                        Reason.INVALID,
                        "The organization " + tenant + " has no administrator. Name the account that holds the messages"
                                + " with --account.",
                        List.of(new FieldError("account", "is required, because no administrator was found"))));
    }

    private MailDomain created(String name, Kind kind, String tenant, @Nullable String holder, @Nullable String host) {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        Instant now = clock.now();
        return new MailDomain(
                name,
                kind,
                tenant,
                HexFormat.of().formatHex(key),
                State.PENDING,
                now,
                now,
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                Optional.ofNullable(holder),
                Optional.ofNullable(host));
    }

    private static OperationException invalid(String field, String what) {
        return new OperationException(Reason.INVALID, field + " " + what + ".", List.of(new FieldError(field, what)));
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
