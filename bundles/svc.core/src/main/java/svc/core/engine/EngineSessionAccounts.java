package svc.core.engine;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.SessionAccounts;
import svc.api.json.JsonWriter;
import svc.core.registry.ContributionRegistry;
import svc.core.session.SessionWriter;

/** Writes Account objects with the capabilities of the current catalogue. */
@Component
public final class EngineSessionAccounts implements SessionAccounts {

    private final ContributionRegistry registry;
    private final Directory directory;

    @Activate
    public EngineSessionAccounts(@Reference EngineComponent service, @Reference Directory directory) {
        this(service.registry(), directory);
    }

    EngineSessionAccounts(ContributionRegistry registry, Directory directory) {
        this.registry = registry;
        this.directory = directory;
    }

    @Override
    public void write(Caller caller, AccessibleAccount account, JsonWriter out) {
        new SessionWriter(registry.catalogue(), directory, caller).write(account, out);
    }
}
