package svc.telemetry;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * The random id of this instance in its reports. A restored server gets another id, because the server of the backup may
 * go on with its own. Thread-safe.
 */
@Component(service = {InstanceId.class, RestoreStep.class})
public final class InstanceId implements RestoreStep {

    private static final int BYTES = 16;
    private static final String SELECT = "SELECT id FROM telemetry_instance";
    private static final String DELETE = "DELETE FROM telemetry_instance";
    private static final String INSERT = "INSERT INTO telemetry_instance (n, id) VALUES (1, ?)";

    private final Store store;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public InstanceId(@Reference Store store) {
        this.store = store;
    }

    /** Returns the id. The first call creates it. */
    String get() {
        Optional<String> known =
                store.read(Scope.system(), snapshot -> snapshot.sql().first(SELECT, row -> row.getString(1)));
        return known.orElseGet(this::change);
    }

    /** Replaces the id by a new one, and returns it. */
    String change() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        return store.write(Scope.system(), tx -> {
            tx.sql().update(DELETE);
            tx.sql().update(INSERT, id);
            return id;
        });
    }

    @Override
    public String namespace() {
        return "telemetry";
    }

    @Override
    public boolean change(RestoredBackup backup, Transaction tx, Pace pace) {
        tx.sql().update(DELETE);
        return false;
    }
}
