package svc.auth.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.AddressResolution.ForwardedAlias;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.AddressResolution.RemoteDomain;
import svc.api.identity.AddressResolution.UnknownUser;
import svc.api.store.Row;
import svc.api.store.Sql;

/** Resolves recipient addresses from the rows of accounts and domains. */
public final class RecipientRows {

    /** The separator of the local part and the detail (RFC 5233). */
    private static final char DETAIL = '+';

    /** The local part of the alias that has all other addresses of its domain. */
    private static final String CATCH_ALL = "*";

    private static final String OPEN = "SELECT a.n, a.organization, a.email, a.name, o.state,"
            + " (SELECT target FROM account_alias WHERE email_key = ?) FROM account_identity a"
            + " JOIN organization o ON o.n = a.organization WHERE a.n = ? AND a.erasure IS NULL";
    private static final String ADMINISTRATORS = "SELECT n, organization, email, name FROM account_identity"
            + " WHERE role = ? AND role <> 'user' AND erasure IS NULL AND state = 'active'";
    private static final String ADDRESSES = "SELECT email FROM account_identity WHERE n = ?"
            + " UNION ALL SELECT * FROM (SELECT email FROM account_alias WHERE account = ? AND target IS NULL"
            + " AND substr(email, 1, 2) <> '*@' ORDER BY email_key) further";

    private RecipientRows() {}

    /**
     * Resolves an address. If no account has the address, it is resolved again without its detail (RFC 5233), and then as
     * the catch-all address of its domain.
     */
    public static AddressResolution whereabouts(Sql sql, EmailAddress address) {
        return here(sql, address)
                .or(() -> plain(address).flatMap(plain -> here(sql, plain)))
                .or(() -> here(sql, new EmailAddress(CATCH_ALL, address.domain())))
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
                .flatMap(n -> Rows.first(sql, OPEN, RecipientRows::resolution, address.key(), n));
    }

    private static AddressResolution resolution(Row row) {
        boolean acceptsMail = "active".equals(row.getString(5));
        String target = row.getString(6);
        return target == null
                ? new LocalAccount(AccountRows.account(row), acceptsMail)
                : new ForwardedAlias(AccountRows.account(row), acceptsMail, target);
    }

    /** Returns the administrators of a tenant, then those of the server. */
    public static List<Account> administrators(Sql sql, Optional<Long> tenant) {
        List<Account> all = new ArrayList<>();
        tenant.ifPresent(organization -> all.addAll(sql.select(
                ADMINISTRATORS + " AND organization = ? ORDER BY n",
                AccountRows::account,
                Role.TENANT_ADMIN.word(),
                organization)));
        all.addAll(sql.select(ADMINISTRATORS + " ORDER BY n", AccountRows::account, Role.INSTANCE_OPERATOR.word()));
        return all;
    }

    /** Returns all addresses of an account, the primary address first. */
    public static List<String> addresses(Sql sql, long n) {
        return sql.select(ADDRESSES, row -> Rows.text(row, 1), n, n);
    }
}
