package svc.store.sqlite;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import svc.api.boot.BootRefusal;
import svc.api.boot.BootStep;

/** The start's step that looks whether the store is open: a store that could not open is no service, and only logged why. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.VERIFY)
public final class StoreVerify implements Callable<String> {

    private final @Nullable SqliteStore store;

    /** With the store, if there is one when the step is called. */
    @Activate
    public StoreVerify(
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    @Nullable
                    SqliteStore store) {
        this.store = store;
    }

    @Override
    public String call() {
        if (store == null || !store.writer().alive()) {
            throw new BootRefusal(
                    "The database could not be opened; the log says why.",
                    "Run `svc doctor --only database`, or restore the newest backup.");
        }
        return "The store is open.";
    }
}
