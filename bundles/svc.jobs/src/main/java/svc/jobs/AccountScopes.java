package svc.jobs;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.jmap.OfferedCapabilities;
import svc.api.store.Scope;

/**
 * Decides which accounts a bundle may work in: those of the tenants that can use a capability of the bundle.
 * Thread-safe.
 */
@Component(service = AccountScopes.class)
public final class AccountScopes {

    private final Directory directory;

    /** Empty until the engine has started, and in a process that runs one command without a server. */
    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable OfferedCapabilities offered;

    @Activate
    public AccountScopes(@Reference Directory directory) {
        this.directory = directory;
    }

    public AccountScopes(Directory directory, OfferedCapabilities offered) {
        this(directory);
        this.offered = offered;
    }

    Directory directory() {
        return directory;
    }

    boolean isOfferedBy(long bundleId, String capability) {
        OfferedCapabilities known = offered;
        return known != null && known.isOfferedBy(bundleId, capability);
    }

    boolean canUse(String organization, String capability) {
        OfferedCapabilities known = offered;
        return known != null && known.obstacle(organization, capability).isEmpty();
    }

    Optional<Account> account(long n) {
        return directory.account(n);
    }

    /**
     * Returns the account of a job or task.
     *
     * @param capability the capability of the handler; empty for a handler of the server that needs none
     * @throws IllegalStateException the handler may not work in the account now; operators see the message
     */
    Account require(long bundleId, Optional<String> capability, long n) {
        Account account =
                directory.account(n).orElseThrow(() -> new IllegalStateException("The account does not exist."));
        capability.ifPresent(urn -> {
            if (!isOfferedBy(bundleId, urn)) {
                throw new IllegalStateException("The bundle of the handler does not offer the capability " + urn + ".");
            }
            if (!canUse(account.organization(), urn)) {
                throw new IllegalStateException(
                        "The capability " + urn + " is switched off for the tenant " + account.organization() + ".");
            }
        });
        return account;
    }

    /**
     * Checks that an account belongs to the tenant of another.
     *
     * @throws IllegalStateException it does not; operators see the message
     */
    void requireSameTenant(long source, Account target) {
        if (directory
                .account(source)
                .filter(account -> account.organization().equals(target.organization()))
                .isEmpty()) {
            throw new IllegalStateException("The account that left the task does not belong to the tenant "
                    + target.organization() + " of the account " + target.id() + ".");
        }
    }

    static Scope scope(Account account) {
        return Scope.account(new ScopeKey(), account.n());
    }
}
