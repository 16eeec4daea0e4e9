package svc.auth.storage;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.DirectoryListener;
import svc.api.operation.AuditRecorder;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.auth.crypto.PasswordHasher;

/**
 * Reads and writes tenants and accounts. Each change is validated and written in one transaction. When a method
 * returns, its change is in effect: the cached data of the tenant has been invalidated. Thread-safe.
 */
@Component(service = AccountStore.class)
public final class AccountStore {

    private static final Logger LOG = LoggerFactory.getLogger(AccountStore.class);

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, policyOption = GREEDY)
    volatile List<DirectoryListener> listeners = List.of();

    private final Store store;
    private final Clock clock;
    private final PasswordHasher passwords;
    private final TenantVersions pulse;
    private final Plans plans;

    @Activate
    public AccountStore(
            @Reference Store store,
            @Reference Clock clock,
            @Reference PasswordHasher passwords,
            @Reference TenantVersions pulse,
            @Reference Plans plans) {
        this.store = store;
        this.clock = clock;
        this.passwords = passwords;
        this.pulse = pulse;
        this.plans = plans;
    }

    /** Reads from a snapshot of the system scope. */
    public <R> R read(SnapshotCallback<R> work) {
        return store.read(Scope.system(), work);
    }

    /** Returns the tenant with the id. */
    public Tenant organization(String id) {
        return read(snapshot -> known(snapshot.sql(), id));
    }

    /** Returns the tenant with the id, as a transaction sees it. */
    public static Tenant known(Transaction tx, String id) {
        return known(tx.sql(), id);
    }

    private static Tenant known(Sql sql, String id) {
        return Tenant.number(id)
                .flatMap(n -> TenantRows.find(sql, n))
                .orElseThrow(() -> DirectoryErrors.unknownOrganization("id", id));
    }

    /** The properties of a new tenant. */
    public record Founding(String name, List<Domain> domains, Optional<Plan> plan, Optional<NewAccount> first) {}

    /**
     * The properties of a new account.
     *
     * @param organization the id of the tenant; empty for the tenant that has the domain of the address
     * @param quota the quota; empty for the default
     */
    public record NewAccount(
            EmailAddress address,
            Optional<String> name,
            String password,
            Optional<String> organization,
            Role role,
            Optional<StoredQuota> quota,
            List<EmailAddress> aliases) {

        /** Omits the password. */
        @Override
        public String toString() {
            return address.key();
        }
    }

    /** Creates a tenant and its optional first account in one transaction. */
    public Tenant found(Founding founding, AuditRecorder trace) {
        Optional<String> hash = founding.first().map(account -> passwords.hash(account.password()));
        Tenant made = write("found an organization", tx -> {
            founding.domains().forEach(domain -> refuseTaken(tx, "domains", domain));
            long n = TenantRows.insert(tx, founding, founding.plan().orElseGet(plans::first), clock.now());
            founding.first().ifPresent(account -> create(tx, account, hash.orElseThrow()));
            trace.record(tx, Tenant.id(n), Tenant.id(n));
            return TenantRows.find(tx.sql(), n).orElseThrow();
        });
        pulse.move(made.id());
        founding.first()
                .flatMap(first -> read(snapshot -> AccountRows.owner(snapshot.sql(), first.address())))
                .ifPresent(n -> changed(made.id(), n));
        return made;
    }

    /** Rejects a domain that already belongs to a tenant. */
    public static void refuseTaken(Transaction tx, String field, Domain domain) {
        TenantRows.ofDomain(tx.sql(), domain).ifPresent(owner -> {
            throw DirectoryErrors.domainTaken(field, domain, owner);
        });
    }

    /** Creates an account in the tenant that has the domain of its address. */
    public StoredAccount create(NewAccount account, AuditRecorder trace) {
        String hash = passwords.hash(account.password());
        StoredAccount made = write("create an account", tx -> {
            StoredAccount created = create(tx, account, hash);
            trace.record(tx, created.account().organization(), created.account().id());
            return created;
        });
        changed(made.account().organization(), made.account().n());
        return made;
    }

    /**
     * Creates an account with a given password hash in the caller's transaction. After the commit the caller must call
     * {@link #changed}.
     */
    public StoredAccount create(Transaction tx, NewAccount account, String hash) {
        EmailAddress address = account.address();
        long organization = organization(tx, account, address.domain());
        refuseTooMany(tx, organization);
        if (AccountRows.owner(tx.sql(), address).isPresent()) {
            throw DirectoryErrors.addressTaken("email", address);
        }
        long n =
                AccountRows.insert(tx, organization, address, account.name().orElse(address.text()), hash, clock.now());
        AccountRows.role(tx, n, account.role());
        AccountRows.quota(tx, n, account.quota().orElseGet(plans::defaultQuota));
        account.aliases().forEach(alias -> refuseForeign(tx, "aliases", organization, alias));
        AccountRows.aliases(tx, "aliases", n, account.aliases());
        return AccountRows.find(tx.sql(), n).orElseThrow();
    }

    private static long organization(Transaction tx, NewAccount account, Domain domain) {
        long owner = TenantRows.ofDomain(tx.sql(), domain)
                .orElseThrow(() -> DirectoryErrors.invalid(
                        "email",
                        "No organization has the domain " + domain.name() + ".",
                        "Create one with svc tenant create --name NAME --domain " + domain.name()
                                + ", or look at svc tenant list."));
        account.organization().filter(id -> !id.equals(Tenant.id(owner))).ifPresent(id -> {
            throw DirectoryErrors.invalid(
                    "tenant_id",
                    "The domain " + domain.name() + " does not belong to organization " + DirectoryErrors.shown(id)
                            + ".",
                    "Omit the organization, or use an address in one of its domains.");
        });
        return owner;
    }

    private void refuseTooMany(Transaction tx, long organization) {
        Plan plan =
                plans.of(TenantRows.find(tx.sql(), organization).orElseThrow().plan());
        plan.accounts().ifPresent(most -> {
            if (TenantRows.accounts(tx.sql(), organization) >= most) {
                throw DirectoryErrors.conflict(
                        "email",
                        "The plan " + plan.name() + " holds " + most + " accounts, and the organization has as many.",
                        "Give it another plan with svc tenant plan ID PLAN, or delete an account.");
            }
        });
    }

    /** Rejects an alias whose domain belongs to another tenant. */
    static void refuseForeign(Transaction tx, String field, long organization, EmailAddress alias) {
        if (!TenantRows.ofDomain(tx.sql(), alias.domain()).equals(Optional.of(organization))) {
            throw DirectoryErrors.invalid(
                    field,
                    "The domain " + alias.domain().name() + " does not belong to the account's organization.",
                    "Add it with svc domain add ID DOMAIN, or omit the address.");
        }
    }

    /** Applies a change to a tenant. */
    public Tenant change(String id, AuditRecorder trace, BiConsumer<Transaction, Tenant> change) {
        try {
            return write("change an organization", tx -> {
                Tenant tenant = known(tx.sql(), id);
                change.accept(tx, tenant);
                TenantRows.changed(tx, tenant.n());
                trace.record(tx, id, id);
                return known(tx.sql(), id);
            });
        } finally {
            pulse.move(id);
        }
    }

    /** Invalidates the cached data of a tenant. */
    public void moved(String organization) {
        pulse.move(organization);
    }

    /** Invalidates the cached data of a tenant, and notifies the listeners of a changed account or group. */
    public void changed(String organization, long n) {
        pulse.move(organization);
        for (DirectoryListener listener : listeners) {
            try {
                listener.changed(organization, n);
            } catch (RuntimeException e) {
                LOG.warn("A listener of the directory failed for the organization {}", organization, e);
            }
        }
    }

    /** Runs a transaction in the scope of the system. Does not invalidate cached data. */
    public <R> R write(String name, Function<Transaction, R> work) {
        return store.write(Scope.system(), TransactionCallback.named("svc.auth: " + name, work::apply));
    }

    /** Reads from a snapshot of the account. */
    public <R> R readIn(Account account, SnapshotCallback<R> work) {
        return readIn(Scope.account(new ScopeKey(), account.n()), work);
    }

    /** Reads from a snapshot of the scope. */
    public <R> R readIn(Scope scope, SnapshotCallback<R> work) {
        return store.read(scope, work);
    }

    /** Writes in the scope of the account. */
    public <R> R writeIn(Account account, String name, Function<Transaction, R> work) {
        return store.write(
                Scope.account(new ScopeKey(), account.n()),
                TransactionCallback.named("svc.auth: " + name, work::apply));
    }

    /**
     * Returns the account with an address or id.
     *
     * @param field the name of the argument, for the error
     * @param named an address of the account, or its id
     */
    public Account account(String field, String named) {
        return read(snapshot -> number(snapshot.sql(), named).flatMap(n -> AccountRows.find(snapshot.sql(), n)))
                .map(StoredAccount::account)
                .orElseThrow(() -> DirectoryErrors.unknownAccount(field, named));
    }

    /** Returns the number of the account with the address or id, or empty if there is none. */
    public static Optional<Long> number(Sql sql, String named) {
        return named.indexOf('@') < 0
                ? ObjectId.parse(Account.LETTER, named).stream().boxed().findFirst()
                : EmailAddress.of(named).flatMap(address -> AccountRows.owner(sql, address));
    }

    public Instant now() {
        return clock.now();
    }
}
