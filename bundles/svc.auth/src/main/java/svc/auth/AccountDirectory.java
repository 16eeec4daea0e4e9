package svc.auth;

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
import svc.api.store.ObjectId;
import svc.api.store.Sql;

/** Answers from memory for as long as the {@link Pulse} says that it is true. */
@Component(service = Directory.class)
public final class AccountDirectory implements Directory {

    private static final int ACCOUNTS = 10_000;
    private static final int ORGANIZATIONS = 2_000;

    private final Identities identities;
    private final Pulse pulse;
    private final Remembered<Long, Stamped<List<Reach>>> reaches = new Remembered<>(ACCOUNTS);
    private final Remembered<String, Stamped<Set<String>>> switches = new Remembered<>(ORGANIZATIONS);
    private final Remembered<String, Stamped<Account>> addresses = new Remembered<>(ACCOUNTS);

    /** Looks here for what it does not remember. */
    @Activate
    public AccountDirectory(@Reference Identities identities, @Reference Pulse pulse) {
        this.identities = identities;
        this.pulse = pulse;
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

    private static List<Reach> reach(Sql sql, Account caller) {
        Account own = AccountRows.find(sql, caller.n()).map(Identity::account).orElse(caller);
        return Stream.concat(Stream.of(Reach.own(own)), GrantRows.of(sql, caller.n()).stream())
                .toList();
    }

    @Override
    public Set<String> switchedOff(String organization) {
        Stamped<Set<String>> remembered = switches.get(organization);
        if (remembered != null && holds(remembered)) {
            return remembered.value();
        }
        OptionalLong n = ObjectId.number(Organization.LETTER, organization);
        if (n.isEmpty()) {
            return Set.of();
        }
        long moment = pulse.moment();
        Set<String> read = Set.copyOf(read(sql -> OrganizationRows.off(sql, n.getAsLong())));
        switches.put(organization, new Stamped<>(read, organization, pulse.stamp(organization, moment)));
        return read;
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
        Optional<Account> read =
                read(sql -> AccountRows.find(sql, address.get())).map(Identity::account);
        read.ifPresent(account -> addresses.put(
                key, new Stamped<>(account, account.organization(), pulse.stamp(account.organization(), moment))));
        return read.map(account -> OptionalLong.of(account.n())).orElse(OptionalLong.empty());
    }

    private boolean holds(Stamped<?> remembered) {
        return pulse.holds(remembered.organization(), remembered.stamp());
    }

    private <R> R read(Function<Sql, R> work) {
        return identities.read(snapshot -> work.apply(snapshot.sql()));
    }
}
