package svc.auth;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Grants;
import svc.api.store.Transaction;

/** Shares as rows, each between two accounts of one organization. */
@Component(service = Grants.class)
public final class StoredGrants implements Grants {

    private final Identities identities;
    private final Pulse pulse;

    /** Keeps them beside the accounts. */
    @Activate
    public StoredGrants(@Reference Identities identities, @Reference Pulse pulse) {
        this.identities = identities;
        this.pulse = pulse;
    }

    @Override
    public void grant(long owner, long grantee, String capability, Access access) {
        String organization = identities.write("share an account", tx -> {
            String both = bothOf(tx, owner, grantee);
            GrantRows.put(tx, owner, grantee, capability, access);
            return both;
        });
        pulse.move(organization);
    }

    private static String bothOf(Transaction tx, long owner, long grantee) {
        String of = organization(tx, owner);
        if (owner == grantee || !of.equals(organization(tx, grantee))) {
            throw new IllegalArgumentException("An account is shared with another one of its organization");
        }
        return of;
    }

    private static String organization(Transaction tx, long account) {
        return AccountRows.find(tx.sql(), account)
                .map(Identity::account)
                .map(Account::organization)
                .orElseThrow(() -> new IllegalArgumentException("There is no account " + account));
    }

    @Override
    public void revoke(long owner, long grantee, String capability) {
        identities
                .write("take a share back", tx -> {
                    GrantRows.delete(tx, owner, grantee, capability);
                    return AccountRows.find(tx.sql(), grantee);
                })
                .ifPresent(identity -> pulse.move(identity.account().organization()));
    }
}
