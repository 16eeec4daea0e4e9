package svc.mail.domains.proof;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.Directory;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.time.Clock;
import svc.mail.domains.proof.MailDomain.Kind;
import svc.mail.domains.proof.MailDomain.State;

/** Checks the arguments of a registration, and makes the key of the domain. Thread-safe. */
final class DomainRegistration {

    private static final int KEY_BYTES = 16;

    private final Directory directory;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    DomainRegistration(Directory directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /** Returns a new sender domain. */
    MailDomain sender(String name, @Nullable String tenant, @Nullable String account, @Nullable String host) {
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

    /** Returns a new relay domain. */
    MailDomain relay(String name, @Nullable String tenant, @Nullable String account, @Nullable String host) {
        if (tenant == null) {
            throw invalid("tenant", "is required for a relay domain");
        }
        if (directory.tenantOfDomain(name).isPresent()) {
            throw new OperationException(
                    Reason.CONFLICT, name + " is a domain of this server: its mail is filed here, and not sent on.");
        }
        Account holder = account == null ? administrator(tenant) : holder(tenant, account);
        return created(
                name, Kind.RELAY, tenant, holder.email(), host == null ? null : DomainText.canonical("host", host));
    }

    private Account holder(String tenant, String address) {
        if (directory.resolve(address.strip()) instanceof LocalAccount to
                && to.account().organization().equals(tenant)) {
            return to.account();
        }
        throw invalid("account", "is no address of an account of " + tenant);
    }

    /** Returns the first administrator of a tenant. */
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
}
