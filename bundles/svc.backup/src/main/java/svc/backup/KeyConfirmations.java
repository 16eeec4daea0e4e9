package svc.backup;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/** When an operator last proved to have the words of the backup key. Thread-safe. */
@Component(service = KeyConfirmations.class)
public final class KeyConfirmations {

    private static final String SAVE =
            "INSERT INTO backup_key_confirmed (n, fingerprint, confirmed_at) VALUES (1, ?, ?)"
                    + " ON CONFLICT (n) DO UPDATE SET fingerprint = excluded.fingerprint,"
                    + " confirmed_at = excluded.confirmed_at";
    private static final String NEWEST = "SELECT fingerprint, confirmed_at FROM backup_key_confirmed";

    private final Store store;

    @Activate
    public KeyConfirmations(@Reference Store store) {
        this.store = store;
    }

    /**
     * A confirmation.
     *
     * @param fingerprint the fingerprint of the key
     */
    record Confirmation(String fingerprint, Instant at) {}

    void save(Confirmation confirmation) {
        store.write(
                Scope.system(),
                TransactionCallback.named(
                        "svc.backup: the words of the key are confirmed",
                        tx -> tx.sql()
                                .update(
                                        SAVE,
                                        confirmation.fingerprint(),
                                        confirmation.at().toEpochMilli())));
    }

    /** Returns the newest confirmation; empty if there is none. */
    Optional<Confirmation> newest() {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .first(
                                NEWEST,
                                row -> new Confirmation(
                                        requireNonNull(row.getString(1)), Instant.ofEpochMilli(row.getLong(2)))));
    }
}
