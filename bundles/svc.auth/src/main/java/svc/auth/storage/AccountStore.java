package svc.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.operation.Trace;
import svc.api.store.ObjectId;
import svc.api.store.Reading;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.api.time.Clock;

/**
 * Organizations and accounts as they are kept. Each change is checked and made in one transaction, and is in force when the
 * method returns: nothing of what was remembered about the organization holds any longer. Any thread.
 */
@Component(service = Identities.class)
public final class Identities {

    private final Store store;
    private final Clock clock;
    private final Passwords passwords;
    private final Pulse pulse;
    private final Plans plans;

    /** Keeps them in the store. */
    @Activate
    public Identities(
            @Reference Store store,
            @Reference Clock clock,
            @Reference Passwords passwords,
            @Reference Pulse pulse,
            @Reference Plans plans) {
        this.store = store;
        this.clock = clock;
        this.passwords = passwords;
        this.pulse = pulse;
        this.plans = plans;
    }

    /** Looks. */
    <R> R read(Reading<R> work) {
        return store.read(Scope.system(), work);
    }

    /** An organization by its id. */
    Organization organization(String id) {
        OptionalLong n = ObjectId.number(Organization.LETTER, id);
        Optional<Organization> found =
                n.isEmpty() ? Optional.empty() : read(snapshot -> OrganizationRows.find(snapshot.sql(), n.getAsLong()));
        return found.orElseThrow(() -> Refusals.unknownOrganization(id));
    }

    /** What an organization begins with. */
    record Founding(String name, List<Domain> domains, Optional<Plan> plan, Optional<NewAccount> first) {}

    /**
     * What an account begins with.
     *
     * @param organization the id of its organization, where somebody says so
     * @param quota its own quota in bytes
     */
    record NewAccount(
            Address address,
            Optional<String> name,
            String password,
            Optional<String> organization,
            Role role,
            @Nullable Long quota,
            List<Address> aliases) {

        /** Without the password. */
        @Override
        public String toString() {
            return address.key();
        }
    }

    /** A new organization, and its first account where one is given: both or nothing. */
    Organization found(Founding founding, Trace trace) {
        Optional<String> hash = founding.first().map(account -> passwords.hash(account.password()));
        Organization made = write("found an organization", tx -> {
            founding.domains().forEach(domain -> refuseTaken(tx, domain));
            long n = OrganizationRows.insert(tx, founding, founding.plan().orElseGet(plans::first), clock.now());
            founding.first().ifPresent(account -> create(tx, account, hash.orElseThrow()));
            trace.leave(tx, Organization.id(n), Organization.id(n));
            return OrganizationRows.find(tx.sql(), n).orElseThrow();
        });
        pulse.move(made.id());
        return made;
    }

    static void refuseTaken(Transaction tx, Domain domain) {
        OptionalLong owner = OrganizationRows.ofDomain(tx.sql(), domain);
        if (owner.isPresent()) {
            throw Refusals.domainTaken(domain, Organization.id(owner.getAsLong()));
        }
    }

    /** A new account in the organization that has the domain of its address. */
    Identity create(NewAccount account, Trace trace) {
        String hash = passwords.hash(account.password());
        Identity made = write("create an account", tx -> {
            Identity created = create(tx, account, hash);
            trace.leave(tx, created.account().organization(), created.account().id());
            return created;
        });
        pulse.move(made.account().organization());
        return made;
    }

    /** The same with a hash that was made before, in a transaction that others began; they move the pulse. */
    Identity create(Transaction tx, NewAccount account, String hash) {
        Address address = account.address();
        long organization = organization(tx, account, address.domain());
        refuseTooMany(tx, organization);
        if (MemberRows.owner(tx.sql(), address).isPresent()) {
            throw Refusals.addressTaken("email", address);
        }
        long n =
                AccountRows.insert(tx, organization, address, account.name().orElse(address.text()), hash, clock.now());
        MemberRows.role(tx, n, account.role());
        MemberRows.quota(tx, n, account.quota());
        account.aliases().forEach(alias -> refuseForeign(tx, organization, alias));
        MemberRows.aliases(tx, n, account.aliases());
        return AccountRows.find(tx.sql(), n).orElseThrow();
    }

    private static long organization(Transaction tx, NewAccount account, Domain domain) {
        long owner = OrganizationRows.ofDomain(tx.sql(), domain).orElseThrow(() -> Refusals.unknownDomain(domain));
        account.organization().filter(id -> !id.equals(Organization.id(owner))).ifPresent(id -> {
            throw Refusals.otherOrganization(domain, id);
        });
        return owner;
    }

    private void refuseTooMany(Transaction tx, long organization) {
        Plan plan = plans.of(
                OrganizationRows.find(tx.sql(), organization).orElseThrow().plan());
        if (plan.accounts().isPresent()
                && OrganizationRows.accounts(tx.sql(), organization)
                        >= plan.accounts().getAsLong()) {
            throw Refusals.tooManyAccounts(plan);
        }
    }

    /** A further address is of the same organization. */
    static void refuseForeign(Transaction tx, long organization, Address alias) {
        OptionalLong owner = OrganizationRows.ofDomain(tx.sql(), alias.domain());
        if (owner.isEmpty() || owner.getAsLong() != organization) {
            throw Refusals.foreignAlias(alias);
        }
    }

    /** What changes an organization. */
    interface Change {
        /** Makes it. */
        void make(Transaction tx, long n);
    }

    /** Changes an organization. */
    Organization change(String id, Trace trace, Change change) {
        OptionalLong n = ObjectId.number(Organization.LETTER, id);
        try {
            return write("change an organization", tx -> {
                if (n.isEmpty()
                        || OrganizationRows.find(tx.sql(), n.getAsLong()).isEmpty()) {
                    throw Refusals.unknownOrganization(id);
                }
                change.make(tx, n.getAsLong());
                OrganizationRows.changed(tx, n.getAsLong());
                trace.leave(tx, id, id);
                return OrganizationRows.find(tx.sql(), n.getAsLong()).orElseThrow();
            });
        } finally {
            pulse.move(id);
        }
    }

    /** Something that was read of the organization is out of date. */
    void moved(String organization) {
        pulse.move(organization);
    }

    /** Writes something after which nothing that is remembered is out of date. */
    <R> R write(String name, Function<Transaction, R> work) {
        return store.write(Scope.system(), Writing.named("svc.auth: " + name, work::apply));
    }

    /** Looks at objects of an account. */
    <R> R readIn(Account account, Reading<R> work) {
        return store.read(Scope.account(new ScopeKey(), account.n()), work);
    }

    /** Changes objects of an account. */
    <R> R writeIn(Account account, String name, Function<Transaction, R> work) {
        return store.write(Scope.account(new ScopeKey(), account.n()), Writing.named("svc.auth: " + name, work::apply));
    }

    /** The account of an address. */
    Account byAddress(String email) {
        return Address.of(email)
                .flatMap(address -> read(snapshot -> AccountRows.find(snapshot.sql(), address)))
                .map(Identity::account)
                .orElseThrow(() -> Refusals.unknownAddress(email));
    }

    /** The time. */
    Instant now() {
        return clock.now();
    }
}
