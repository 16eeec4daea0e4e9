package svc.cap.submission.identity;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.json.Json;
import svc.api.store.Snapshot;
import svc.cap.submission.api.Senders;

/** Implements {@link Senders} for other bundles. Thread-safe. */
@Component
public final class SendingAddresses implements Senders {

    private final SendingRights rights;
    private final IdentityRows rows;

    @Activate
    public SendingAddresses(@Reference SendingRights rights, @Reference Json json) {
        this.rights = rights;
        this.rows = new IdentityRows(json);
    }

    @Override
    public Optional<Sender> identity(Snapshot snapshot, long n) {
        return Optional.ofNullable(rows.read(snapshot, List.of(n)).get(n))
                .map(identity -> new Sender(identity.name(), identity.email()));
    }

    @Override
    public boolean maySend(AccessibleAccount accessible) {
        return rights.maySend(accessible);
    }

    @Override
    public boolean mayUse(Account account, String address) {
        return rights.mayUse(account, address);
    }

    @Override
    public boolean isAddress(String text) {
        return SmtpAddress.isAddress(text);
    }
}
