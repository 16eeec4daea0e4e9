package svc.auth.storage;

import java.util.List;
import java.util.Optional;
import svc.api.identity.AddressResolution;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.AddressResolution.RemoteDomain;
import svc.api.identity.AddressResolution.UnknownUser;
import svc.api.store.Sql;

/** Resolves recipient addresses from the rows of accounts and domains. */
public final class RecipientRows {

    /** The separator of the local part and the detail (RFC 5233). */
    private static final char DETAIL = '+';

    private static final String OPEN = "SELECT a.n, a.organization, a.email, a.name, o.state FROM account_identity a"
            + " JOIN organization o ON o.n = a.organization WHERE a.n = ? AND a.erasure IS NULL";
    private static final String ADDRESSES = "SELECT email FROM account_identity WHERE n = ?"
            + " UNION ALL SELECT * FROM (SELECT email FROM account_alias WHERE account = ? ORDER BY email_key) further";

    private RecipientRows() {}

    /** Resolves an address. If no account has the address, it is resolved again without its detail (RFC 5233). */
    public static AddressResolution whereabouts(Sql sql, EmailAddress address) {
        return here(sql, address)
                .or(() -> plain(address).flatMap(plain -> here(sql, plain)))
                .orElseGet(() -> TenantRows.ofDomain(sql, address.domain()).isPresent()
                        ? new UnknownUser()
                        : new RemoteDomain());
    }

    private static Optional<EmailAddress> plain(EmailAddress address) {
        int detail = address.local().indexOf(DETAIL);
        return detail < 1
                ? Optional.empty()
                : EmailAddress.of(address.local().substring(0, detail) + "@"
                        + address.domain().name());
    }

    private static Optional<AddressResolution> here(Sql sql, EmailAddress address) {
        return AccountRows.owner(sql, address)
                .flatMap(n -> Rows.first(
                        sql,
                        OPEN,
                        row -> new LocalAccount(AccountRows.account(row), "active".equals(row.getString(5))),
                        n));
    }

    /** Returns all addresses of an account, the primary address first. */
    public static List<String> addresses(Sql sql, long n) {
        return sql.select(ADDRESSES, row -> Rows.text(row, 1), n, n);
    }
}
