package svc.core.engine;

import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.http.AccountResource;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.store.Scope;
import svc.core.dispatch.Catalogue;

/** Gives the resources of bundles access to the accounts of authenticated callers. Thread-safe. */
@Component(service = ResourceAccess.class)
public final class ResourceAccess {

    private final EngineComponent engine;
    private final Directory directory;

    @Activate
    public ResourceAccess(@Reference EngineComponent engine, @Reference Directory directory) {
        this.engine = engine;
        this.directory = directory;
    }

    /** Runs an action in one of the request slots of the caller's account; see {@link Engine#within}. */
    public void within(Caller caller, Engine.Admitted work) throws IOException {
        engine.engine().within(caller, work);
    }

    /** Returns the request for a resource; empty if the caller cannot read the data of the capability in the account. */
    public Optional<AccountResource.Request> open(Caller caller, String accountId, String capability, String name) {
        Catalogue catalogue = engine.registry().catalogue();
        return directory
                .account(caller, accountId)
                .filter(reach -> catalogue.offers(capability, reach.account().organization(), directory)
                        && catalogue
                                .granted(reach.withoutContainers(), capability)
                                .isPresent())
                .map(reach -> new AccountResource.Request(
                        caller,
                        reach.withoutContainers(),
                        Scope.account(new ScopeKey(), reach.account().n()),
                        name));
    }
}
