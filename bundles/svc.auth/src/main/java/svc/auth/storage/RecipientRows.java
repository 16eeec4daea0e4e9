package svc.auth;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import svc.api.identity.Whereabouts;
import svc.api.store.Sql;

/** What the rows say to those who deliver mail. */
final class DeliveryRows {

    /** What parts the detail from the name (RFC 5233). */
    private static final char DETAIL = '+';

    private static final String OPEN = "SELECT a.n, a.organization, a.email, a.name, o.state FROM account_identity a"
            + " JOIN organization o ON o.n = a.organization WHERE a.n = ? AND a.erasure IS NULL";
    private static final String ADDRESSES = "SELECT email FROM account_identity WHERE n = ?"
            + " UNION ALL SELECT * FROM (SELECT email FROM account_alias WHERE account = ? ORDER BY email_key)";

    private DeliveryRows() {}

    /** Where an address leads; one with a detail to whom it is without, unless somebody has it as it is. */
    static Whereabouts whereabouts(Sql sql, Address address) {
        return here(sql, address)
                .or(() -> plain(address).flatMap(plain -> here(sql, plain)))
                .orElseGet(
                        () -> OrganizationRows.ofDomain(sql, address.domain()).isPresent()
                                ? new Whereabouts.Nobody()
                                : new Whereabouts.Elsewhere());
    }

    private static Optional<Address> plain(Address address) {
        int detail = address.local().indexOf(DETAIL);
        return detail < 1
                ? Optional.empty()
                : Address.of(address.local().substring(0, detail) + "@"
                        + address.domain().name());
    }

    private static Optional<Whereabouts> here(Sql sql, Address address) {
        OptionalLong n = MemberRows.owner(sql, address);
        return n.isEmpty()
                ? Optional.empty()
                : sql
                        .<Whereabouts>select(
                                OPEN,
                                row -> new Whereabouts.Here(AccountRows.account(row), "active".equals(row.text(5))),
                                n.getAsLong())
                        .stream()
                        .findFirst();
    }

    /** All addresses of an account, its own first. */
    static List<String> addresses(Sql sql, long n) {
        return sql.select(ADDRESSES, row -> requireNonNull(row.text(1)), n, n);
    }
}
