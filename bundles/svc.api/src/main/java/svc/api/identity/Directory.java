package svc.api.identity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Snapshot;

/**
 * The tenants and accounts, and their shares. A caller never gets data of another tenant.
 *
 * <p>Threading: thread-safe; results come from memory where possible and are never stale. Lifecycle: registered after
 * the schema is migrated.
 */
@ProviderType
public interface Directory {

    /**
     * Returns all accounts that a caller can access: the caller's own account first, then the shared accounts in the
     * order of their ids.
     */
    List<AccessibleAccount> accounts(Caller caller);

    /** Returns an accessible account by its id; empty if the caller cannot access it, whether it exists or not. */
    default Optional<AccessibleAccount> account(Caller caller, String id) {
        return AccessibleAccount.number(id).stream()
                .boxed()
                .flatMap(n -> accounts(caller).stream()
                        .filter(reach -> reach.account().n() == n))
                .filter(reach -> reach.id().equals(id))
                .findFirst();
    }

    /** Returns the URNs of the capabilities that are explicitly disabled for a tenant. */
    Set<String> disabledCapabilities(String organization);

    /**
     * Returns whether a capability is enabled for a tenant: it is not disabled, and the plan of the tenant includes it.
     */
    default boolean isEnabled(String organization, String urn) {
        return !disabledCapabilities(organization).contains(urn);
    }

    /**
     * Returns a number that increases with each change of a tenant: its accounts, shares and settings. Values derived
     * from this directory are valid until the number changes.
     */
    long version(String organization);

    /**
     * Returns whether an authenticated caller is still valid: the session or password was not revoked, and neither
     * account nor tenant is suspended. Code that serves long connections must call this again when {@link #version} has
     * changed.
     */
    default boolean isActive(Caller caller) {
        return true;
    }

    /**
     * Returns until when an authenticated caller is valid without a new credential. A sign-in is valid until its newest
     * token expires. Empty if the caller is not valid; {@link Instant#MAX} if there is no expiry.
     */
    default Optional<Instant> validUntil(Caller caller) {
        return isActive(caller) ? Optional.of(Instant.MAX) : Optional.empty();
    }

    /**
     * Returns the quota of the snapshot's account in bytes: its own quota, or that of its tenant's plan; empty for no
     * limit. Can be called inside a transaction. The result is valid until {@link #version} changes.
     */
    default OptionalLong quota(Snapshot snapshot) {
        return OptionalLong.empty();
    }

    /** Returns the number of the account with the given address. */
    OptionalLong accountNumber(String email);

    /**
     * Resolves an address, including aliases, addresses with a detail ({@code ann+news@…}, RFC 5233), and the alias
     * {@code *@…}, which has all addresses of its domain that belong to no account.
     */
    AddressResolution resolve(String address);

    /**
     * Returns the accounts that administer the tenant of a domain, then those that administer the whole server, each in
     * the order of their numbers. For a domain that is not local, only the latter.
     */
    default List<Account> administrators(String domain) {
        return List.of();
    }

    /** Returns the id of the tenant that has a domain; empty if the domain is not local. */
    default Optional<String> tenantOfDomain(String domain) {
        return Optional.empty();
    }

    /** Returns the local domain to which a domain name belongs: itself, or the closest of its parents. */
    default Optional<String> localDomainOf(String name) {
        for (String domain = name; domain.indexOf('.') > 0; domain = domain.substring(domain.indexOf('.') + 1)) {
            if (tenantOfDomain(domain).isPresent()) {
                return Optional.of(domain);
            }
        }
        return Optional.empty();
    }

    /** Returns the ids of all tenants that have domains. */
    default List<String> tenants() {
        return domains().stream()
                .flatMap(domain -> tenantOfDomain(domain).stream())
                .distinct()
                .toList();
    }

    /** Returns the domains of all tenants, in order. */
    default List<String> domains() {
        return List.of();
    }

    /** Returns all addresses of an account, the sign-in address first; none if the account does not exist. */
    List<String> addresses(Account account);

    /**
     * Returns a part of the accounts of all tenants, in the order of their numbers, for work that is done for each
     * account.
     *
     * @param after the number of the last account of the previous call; 0 for the first call
     * @param most the maximum number of results
     */
    List<Account> accounts(long after, int most);

    /** Returns a part of the accounts of one tenant, like {@link #accounts(long, int)}. */
    default List<Account> accounts(String organization, long after, int most) {
        return accounts(after, Integer.MAX_VALUE).stream()
                .filter(account -> account.organization().equals(organization))
                .limit(most)
                .toList();
    }

    /** Returns whether a tenant has accounts. It reads all accounts, so it is for operations, not for requests. */
    default boolean hasAccounts(String organization) {
        int most = 1_000;
        List<Account> page = accounts(0, most);
        while (!page.isEmpty()) {
            if (page.stream().anyMatch(account -> account.organization().equals(organization))) {
                return true;
            }
            page = accounts(page.get(page.size() - 1).n(), most);
        }
        return false;
    }

    /**
     * Returns the number of the scope in the store that holds the data of a tenant as a whole. It is the number of no
     * account. Must not be called inside a read or a write of the store.
     */
    default long scopeOfTenant(String organization) {
        throw new UnsupportedOperationException("This directory has no data of tenants.");
    }

    /** Returns an account by its number, for work that is not done for a caller. */
    default Optional<Account> account(long n) {
        return accounts(n - 1, 1).stream().filter(account -> account.n() == n).findFirst();
    }
}
