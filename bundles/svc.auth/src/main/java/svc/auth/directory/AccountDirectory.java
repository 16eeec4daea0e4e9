package svc.auth.directory;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.auth.AuthSettings;
import svc.auth.signin.PasswordSignIn;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountRows.Limits;
import svc.auth.storage.AccountStore;
import svc.auth.storage.BoundedCache;
import svc.auth.storage.Domain;
import svc.auth.storage.EmailAddress;
import svc.auth.storage.Plans;
import svc.auth.storage.RecipientRows;
import svc.auth.storage.StoredAccount;
import svc.auth.storage.Tenant;
import svc.auth.storage.TenantCache;
import svc.auth.storage.TenantRows;
import svc.auth.storage.TenantVersions;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.StoredAppPasswords;
import svc.auth.tokens.TokenRows;

/**
 * The {@link Directory} of this server. Results are cached until {@link TenantVersions} invalidates them. Thread-safe.
 */
@Component(service = Directory.class)
public final class AccountDirectory implements Directory {

    private static final int ACCOUNTS = 10_000;
    private static final int ORGANIZATIONS = 2_000;

    /** The name of the scope of a tenant in the store; the names of accounts are random UUIDs. */
    private static final String SCOPE_OF_TENANT = "organization";

    private final AccountStore identities;
    private final TenantVersions pulse;
    private final Plans plans;
    private final AuthSettings rules;
    private final TenantCache<Long, List<AccessibleAccount>> accessible;
    private final TenantCache<String, Tenant> tenants;
    private final TenantCache<String, Account> addresses;
    private final TenantCache<Long, Limits> limits;
    private final BoundedCache<String, Long> scopes = new BoundedCache<>(ORGANIZATIONS);

    @Activate
    public AccountDirectory(
            @Reference AccountStore identities,
            @Reference TenantVersions pulse,
            @Reference Plans plans,
            @Reference AuthSettings rules) {
        this.identities = identities;
        this.pulse = pulse;
        this.plans = plans;
        this.rules = rules;
        this.accessible =
                new TenantCache<>(pulse, ACCOUNTS, all -> all.get(0).account().organization());
        this.tenants = new TenantCache<>(pulse, ORGANIZATIONS, Tenant::id);
        this.addresses = new TenantCache<>(pulse, ACCOUNTS, Account::organization);
        this.limits = new TenantCache<>(pulse, ACCOUNTS, Limits::organization);
    }

    @Override
    public List<AccessibleAccount> accounts(Caller caller) {
        Account account = caller.account();
        return accessible
                .get(account.n(), () -> Optional.of(read(sql -> accessible(sql, account))))
                .orElseThrow();
    }

    /** Returns the accounts that the caller can access, the caller's own account first. */
    private static List<AccessibleAccount> accessible(Sql sql, Account caller) {
        Account own =
                AccountRows.find(sql, caller.n()).map(StoredAccount::account).orElse(caller);
        Map<Long, AccessibleAccount> shared = new TreeMap<>();
        StoredShares.sharedWith(sql, caller.n())
                .forEach((owner, containers) -> shared.put(
                        owner.n(), new AccessibleAccount(owner, false, caller.n(), Map.of(), containers, 0)));
        return Stream.concat(Stream.of(AccessibleAccount.own(own)), shared.values().stream())
                .toList();
    }

    private static OptionalLong device(Caller caller) {
        return caller.credential() == Caller.CredentialKind.SESSION
                ? ObjectId.parse(DeviceSession.LETTER, caller.device())
                : OptionalLong.empty();
    }

    @Override
    public boolean isActive(Caller caller) {
        OptionalLong device = device(caller);
        return device.isPresent()
                ? read(sql -> TokenRows.device(sql, device.getAsLong())).isPresent()
                : read(sql -> AccountRows.active(sql, caller.account().n())
                        && samePassword(sql, caller)
                        && (caller.credential() != Caller.CredentialKind.APP_PASSWORD
                                || StoredAppPasswords.has(sql, caller.account().n(), caller.device())));
    }

    @Override
    public Optional<Instant> validUntil(Caller caller) {
        OptionalLong device = device(caller);
        return device.isPresent()
                ? read(sql -> TokenRows.newest(sql, device.getAsLong())).map(newest -> newest.end(rules))
                : Directory.super.validUntil(caller);
    }

    private static boolean samePassword(Sql sql, Caller caller) {
        return caller.credential() != Caller.CredentialKind.ACCOUNT_PASSWORD
                || AccountRows.find(sql, caller.account().n())
                        .filter(identity -> PasswordSignIn.device(identity).equals(caller.device()))
                        .isPresent();
    }

    @Override
    public Set<String> disabledCapabilities(String organization) {
        return tenant(organization).map(Tenant::off).orElse(Set.of());
    }

    @Override
    public boolean isEnabled(String organization, String urn) {
        return tenant(organization)
                .map(known ->
                        !known.off().contains(urn) && plans.of(known.plan()).allows(urn))
                .orElse(true);
    }

    private Optional<Tenant> tenant(String id) {
        return tenants.get(id, () -> Tenant.number(id).flatMap(n -> read(sql -> TenantRows.find(sql, n))));
    }

    @Override
    public long version(String organization) {
        return pulse.of(organization);
    }

    @Override
    public OptionalLong accountNumber(String email) {
        return EmailAddress.of(email)
                .flatMap(address -> addresses.get(address.key(), () -> read(sql -> owner(sql, address))))
                .stream()
                .mapToLong(Account::n)
                .findFirst();
    }

    private static Optional<Account> owner(Sql sql, EmailAddress address) {
        return AccountRows.owner(sql, address)
                .flatMap(n -> AccountRows.find(sql, n))
                .map(StoredAccount::account);
    }

    @Override
    public OptionalLong quota(Snapshot snapshot) {
        return limits.get(snapshot.scope().n(), () -> AccountRows.limits(snapshot.sql()))
                .map(known -> known.quota().with(plans.of(known.plan())))
                .orElse(OptionalLong.empty());
    }

    @Override
    public AddressResolution resolve(String text) {
        return EmailAddress.of(text)
                .map(address -> read(sql -> RecipientRows.whereabouts(sql, address)))
                .orElseGet(AddressResolution.InvalidAddress::new);
    }

    @Override
    public List<Account> administrators(String domain) {
        return read(sql ->
                RecipientRows.administrators(sql, Domain.of(domain).flatMap(name -> TenantRows.ofDomain(sql, name))));
    }

    @Override
    public Optional<String> tenantOfDomain(String domain) {
        return Domain.of(domain)
                .flatMap(name -> read(sql -> TenantRows.ofDomain(sql, name)))
                .map(Tenant::id);
    }

    @Override
    public List<String> domains() {
        return read(TenantRows::domains);
    }

    @Override
    public List<String> addresses(Account account) {
        return read(sql -> RecipientRows.addresses(sql, account.n()));
    }

    @Override
    public long scopeOfTenant(String organization) {
        Long known = scopes.get(organization);
        if (known == null) {
            known = scope(organization);
            scopes.put(organization, known);
        }
        return known;
    }

    private long scope(String organization) {
        OptionalLong found = identities.read(snapshot -> snapshot.findAccount(organization, SCOPE_OF_TENANT));
        return found.isPresent()
                ? found.getAsLong()
                : identities.write("create the scope of an organization", tx -> {
                    String id = AccountStore.known(tx, organization).id();
                    OptionalLong made = tx.findAccount(id, SCOPE_OF_TENANT);
                    return made.isPresent() ? made.getAsLong() : tx.createAccount(id, SCOPE_OF_TENANT);
                });
    }

    @Override
    public List<Account> accounts(long after, int most) {
        return read(sql -> AccountRows.after(sql, after, most));
    }

    @Override
    public List<Account> accounts(String organization, long after, int most) {
        return Tenant.number(organization)
                .map(tenant -> read(sql -> AccountRows.after(sql, tenant, after, most)))
                .orElse(List.of());
    }

    private <R> R read(Function<Sql, R> work) {
        return identities.read(snapshot -> work.apply(snapshot.sql()));
    }
}
