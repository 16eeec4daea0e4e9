package svc.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.identity.Whereabouts;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Sql;

/** Answers from memory for as long as the {@link Pulse} says that it is true. */
@Component(service = Directory.class)
public final class AccountDirectory implements Directory {

    private static final int ACCOUNTS = 10_000;
    private static final int ORGANIZATIONS = 2_000;

    private final Identities identities;
    private final Pulse pulse;
    private final Plans plans;
    private final Remembered<Long, Stamped<List<Reach>>> reaches = new Remembered<>(ACCOUNTS);
    private final Remembered<String, Stamped<Switches>> switches = new Remembered<>(ORGANIZATIONS);
    private final Remembered<String, Stamped<Account>> addresses = new Remembered<>(ACCOUNTS);
    private final Remembered<Long, Stamped<OptionalLong>> quotas = new Remembered<>(ACCOUNTS);

    /** Looks here for what it does not remember. */
    @Activate
    public AccountDirectory(@Reference Identities identities, @Reference Pulse pulse, @Reference Plans plans) {
        this.identities = identities;
        this.pulse = pulse;
        this.plans = plans;
    }

    private record Stamped<V>(V value, String organization, long stamp) {}

    @Override
    public List<Reach> reach(Caller caller) {
        long n = caller.account().n();
        Stamped<List<Reach>> remembered = reaches.get(n);
        if (remembered != null && holds(remembered)) {
            return remembered.value();
        }
        long moment = pulse.moment();
        String organization = caller.account().organization();
        List<Reach> read = read(sql -> reach(sql, caller.account()));
        reaches.put(n, new Stamped<>(read, organization, pulse.stamp(organization, moment)));
        return read;
    }

    private static OptionalLong device(Caller caller) {
        return caller.secret() == Caller.Secret.SESSION
                ? ObjectId.number(Session.LETTER, caller.device())
                : OptionalLong.empty();
    }

    @Override
    public boolean present(Caller caller) {
        OptionalLong device = device(caller);
        return device.isPresent()
                ? read(sql -> TokenRows.device(sql, device.getAsLong())).isPresent()
                : read(sql -> AccountRows.active(sql, caller.account().n())
                        && samePassword(sql, caller)
                        && (caller.secret() != Caller.Secret.APP_PASSWORD
                                || StoredAppPasswords.has(sql, caller.account().n(), caller.device())));
    }

    @Override
    public Optional<Instant> until(Caller caller) {
        OptionalLong device = device(caller);
        return device.isPresent()
                ? read(sql -> TokenRows.newest(sql, device.getAsLong())).map(at -> at.plus(TokenAuthenticator.LIFE))
                : Directory.super.until(caller);
    }

    private static boolean samePassword(Sql sql, Caller caller) {
        return caller.secret() != Caller.Secret.ACCOUNT_PASSWORD
                || AccountRows.find(sql, caller.account().n())
                        .filter(identity -> BasicSignIn.device(identity).equals(caller.device()))
                        .isPresent();
    }

    private static List<Reach> reach(Sql sql, Account caller) {
        Account own = AccountRows.find(sql, caller.n()).map(Identity::account).orElse(caller);
        return Stream.concat(Stream.of(Reach.own(own)), GrantRows.of(sql, caller.n()).stream())
                .toList();
    }

    @Override
    public Set<String> switchedOff(String organization) {
        return switches(organization).off();
    }

    @Override
    public boolean allows(String organization, String urn) {
        Switches known = switches(organization);
        return !known.off().contains(urn) && plans.of(known.plan()).allows(urn);
    }

    private record Switches(Set<String> off, String plan) {}

    private Switches switches(String organization) {
        Stamped<Switches> remembered = switches.get(organization);
        if (remembered != null && holds(remembered)) {
            return remembered.value();
        }
        long moment = pulse.moment();
        Optional<Organization> read = ObjectId.number(Organization.LETTER, organization).stream()
                .mapToObj(n -> read(sql -> OrganizationRows.find(sql, n)))
                .flatMap(Optional::stream)
                .findFirst();
        if (read.isEmpty()) {
            return new Switches(Set.of(), "");
        }
        Switches found = new Switches(read.get().off(), read.get().plan());
        switches.put(organization, new Stamped<>(found, organization, pulse.stamp(organization, moment)));
        return found;
    }

    @Override
    public long version(String organization) {
        return pulse.of(organization);
    }

    @Override
    public OptionalLong find(String email) {
        Optional<Address> address = Address.of(email);
        if (address.isEmpty()) {
            return OptionalLong.empty();
        }
        String key = address.get().key();
        Stamped<Account> remembered = addresses.get(key);
        if (remembered != null && holds(remembered)) {
            return OptionalLong.of(remembered.value().n());
        }
        long moment = pulse.moment();
        Optional<Account> read = read(sql -> owner(sql, address.get())).map(Identity::account);
        read.ifPresent(account -> addresses.put(
                key, new Stamped<>(account, account.organization(), pulse.stamp(account.organization(), moment))));
        return read.map(account -> OptionalLong.of(account.n())).orElse(OptionalLong.empty());
    }

    @Override
    public OptionalLong quota(Snapshot snapshot) {
        long n = snapshot.scope().n();
        Stamped<OptionalLong> remembered = quotas.get(n);
        if (remembered != null && holds(remembered)) {
            return remembered.value();
        }
        long moment = pulse.moment();
        Optional<MemberRows.Limits> read = MemberRows.limits(snapshot.sql());
        if (read.isEmpty()) {
            return OptionalLong.empty();
        }
        MemberRows.Limits limits = read.get();
        OptionalLong quota = limits.quota() == null ? plans.of(limits.plan()).quota() : OptionalLong.of(limits.quota());
        quotas.put(n, new Stamped<>(quota, limits.organization(), pulse.stamp(limits.organization(), moment)));
        return quota;
    }

    private static Optional<Identity> owner(Sql sql, Address address) {
        OptionalLong n = MemberRows.owner(sql, address);
        return n.isPresent() ? AccountRows.find(sql, n.getAsLong()) : Optional.empty();
    }

    @Override
    public Whereabouts whereabouts(String text) {
        return Address.of(text)
                .map(address -> read(sql -> DeliveryRows.whereabouts(sql, address)))
                .orElseGet(Whereabouts.Nowhere::new);
    }

    @Override
    public List<String> addresses(Account account) {
        return read(sql -> DeliveryRows.addresses(sql, account.n()));
    }

    @Override
    public List<Account> accounts(long after, int most) {
        return read(sql -> AccountRows.after(sql, after, most));
    }

    private boolean holds(Stamped<?> remembered) {
        return pulse.holds(remembered.organization(), remembered.stamp());
    }

    private <R> R read(Function<Sql, R> work) {
        return identities.read(snapshot -> work.apply(snapshot.sql()));
    }
}
