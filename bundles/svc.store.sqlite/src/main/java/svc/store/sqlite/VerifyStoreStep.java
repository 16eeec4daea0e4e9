package svc.store.sqlite;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;

/**
 * The start step that checks that the store is open. If the store cannot be opened, its component only logs the cause
 * and registers no service; this step then makes the start fail.
 */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class VerifyStoreStep implements Callable<String> {

    private final @Nullable SqliteStore store;

    @Activate
    public VerifyStoreStep(@Reference(cardinality = OPTIONAL, policyOption = GREEDY) @Nullable SqliteStore store) {
        this.store = store;
    }

    @Override
    public String call() {
        if (store == null || !store.writer().alive()) {
            throw new StartupException(
                    "The database could not be opened; the log has the reason.",
                    "Run `svc doctor --only database`, or restore the newest backup.");
        }
        return "The store is open.";
    }
}
