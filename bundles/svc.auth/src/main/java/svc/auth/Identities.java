package svc.auth;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
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

    /** Keeps them in the store. */
    @Activate
    public Identities(
            @Reference Store store, @Reference Clock clock, @Reference Passwords passwords, @Reference Pulse pulse) {
        this.store = store;
        this.clock = clock;
        this.passwords = passwords;
        this.pulse = pulse;
    }

    /** Looks. */
    <R> R read(Reading<R> work) {
        return store.read(Scope.system(), work);
    }

    /** What an organization begins with. */
    record Founding(String name, List<Domain> domains, Optional<NewAccount> first) {}

    /** What an account begins with. */
    record NewAccount(Address address, Optional<String> name, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return address.key();
        }
    }

    /** A new organization, and its first account where one is given: both or nothing. */
    Organization found(Founding founding) {
        Optional<String> hash = founding.first().map(account -> passwords.hash(account.password()));
        Organization made = write("found an organization", tx -> {
            founding.domains().forEach(domain -> refuseTaken(tx, domain));
            long n = OrganizationRows.insert(tx, founding.name(), founding.domains(), clock.now());
            founding.first().ifPresent(account -> create(tx, account, hash.orElseThrow()));
            return OrganizationRows.find(tx.sql(), n).orElseThrow();
        });
        pulse.move(made.id());
        return made;
    }

    private static void refuseTaken(Transaction tx, Domain domain) {
        OptionalLong owner = OrganizationRows.ofDomain(tx.sql(), domain);
        if (owner.isPresent()) {
            throw Refusals.domainTaken(domain, Organization.id(owner.getAsLong()));
        }
    }

    /** A new account in the organization that has the domain of its address. */
    Identity create(NewAccount account) {
        String hash = passwords.hash(account.password());
        Identity made = write("create an account", tx -> create(tx, account, hash));
        pulse.move(made.account().organization());
        return made;
    }

    private Identity create(Transaction tx, NewAccount account, String hash) {
        Address address = account.address();
        long organization = OrganizationRows.ofDomain(tx.sql(), address.domain())
                .orElseThrow(() -> Refusals.unknownDomain(address.domain()));
        if (AccountRows.find(tx.sql(), address).isPresent()) {
            throw Refusals.addressTaken(address);
        }
        long n =
                AccountRows.insert(tx, organization, address, account.name().orElse(address.text()), hash, clock.now());
        return AccountRows.find(tx.sql(), n).orElseThrow();
    }

    /** Switches capabilities off and on for an organization. */
    Organization turn(String id, Map<String, Boolean> capabilities) {
        return change(id, (tx, n) -> capabilities.forEach((urn, on) -> OrganizationRows.turn(tx, n, urn, on)));
    }

    /** Keeps a whole organization out, or lets it in again. */
    Organization suspend(String id, boolean suspended) {
        return change(id, (tx, n) -> OrganizationRows.suspend(tx, n, suspended));
    }

    private interface Change {
        void make(Transaction tx, long n);
    }

    private Organization change(String id, Change change) {
        OptionalLong n = ObjectId.number(Organization.LETTER, id);
        try {
            return write("change an organization", tx -> {
                if (n.isEmpty()
                        || OrganizationRows.find(tx.sql(), n.getAsLong()).isEmpty()) {
                    throw Refusals.unknownOrganization(id);
                }
                change.make(tx, n.getAsLong());
                return OrganizationRows.find(tx.sql(), n.getAsLong()).orElseThrow();
            });
        } finally {
            pulse.move(id);
        }
    }

    /** Keeps an account out, with the end of all its sign-ins, or lets it in again. */
    void disable(Account account, boolean disabled) {
        try {
            write("disable an account", tx -> {
                AccountRows.disable(tx, account.n(), disabled);
                if (disabled) {
                    TokenRows.endAll(tx, account.n());
                }
                return disabled;
            });
        } finally {
            pulse.move(account.organization());
        }
    }

    /** Another password for an account; all its sign-ins end, and who presents the old one is a stranger. */
    void password(Account account, String password) {
        String hash = passwords.hash(password);
        try {
            write("change a password", tx -> {
                AccountRows.password(tx, account.n(), hash);
                return TokenRows.endAll(tx, account.n());
            });
        } finally {
            pulse.move(account.organization());
        }
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
                .orElseThrow(() -> Refusals.unknownAccount(email));
    }

    /** The time. */
    Instant now() {
        return clock.now();
    }
}
