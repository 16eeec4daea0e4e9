package svc.auth.directory;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Administrators;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.Role;

/** The {@link Administrators} of this server. Thread-safe. */
@Component(service = Administrators.class)
public final class StoredAdministrators implements Administrators {

    private static final String TENANTS = "SELECT count(*) FROM organization";

    private final AccountStore identities;

    @Activate
    public StoredAdministrators(@Reference AccountStore identities) {
        this.identities = identities;
    }

    @Override
    public boolean isAdministrator(Account account) {
        return identities.read(snapshot -> role(snapshot.sql(), account) != Role.USER);
    }

    @Override
    public boolean maySeeServer(Snapshot snapshot, Account account) {
        Sql sql = snapshot.sql();
        return switch (role(sql, account)) {
            case INSTANCE_OPERATOR -> true;
            case TENANT_ADMIN -> sql.number(TENANTS) == 1;
            case USER -> false;
        };
    }

    private static Role role(Sql sql, Account account) {
        return AccountRows.role(sql, account.n()).orElse(Role.USER);
    }
}
