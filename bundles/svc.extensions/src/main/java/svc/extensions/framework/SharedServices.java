package svc.extensions.framework;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.config.ExtensionConfiguration;
import svc.api.health.NameConflicts;
import svc.api.schema.SchemaMigrator;
import svc.extensions.status.RefusedException;

/** The services that can refuse a jar because of resources shared by all bundles: schema, configuration and names. */
@Component(service = SharedServices.class)
public final class SharedServices {

    private final boolean server;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable SchemaMigrator schema;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable ExtensionConfiguration settings;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, policyOption = GREEDY)
    private volatile List<NameConflicts> names = List.of();

    @Activate
    public SharedServices(BundleContext context) {
        this.server = !"console".equals(context.getProperty("svc.mode"));
    }

    /** Returns whether a server runs, as opposed to a single console command. */
    public boolean isServer() {
        return server;
    }

    Optional<ExtensionConfiguration> settings() {
        return Optional.ofNullable(settings);
    }

    /**
     * Applies the migrations of a bundle. Does nothing if no server runs: a console command that needs the store
     * applies the migrations of all bundles together.
     */
    public void migrate(long bundle) throws RefusedException {
        SchemaMigrator migrator = schema;
        if (!server) {
            return;
        }
        if (migrator == null) {
            throw new IllegalStateException("the store is not there");
        }
        Optional<SchemaMigrator.Refusal> refusal = migrator.migrate(bundle);
        if (refusal.isPresent()) {
            throw new RefusedException(refusal.get().reason(), refusal.get().remedy());
        }
    }

    /** Refuses a bundle if one of its names conflicts with another bundle. */
    public void checkNames(long bundle) throws RefusedException {
        for (NameConflicts registry : names) {
            Optional<NameConflicts.Conflict> conflict = registry.of(bundle);
            if (conflict.isPresent()) {
                throw new RefusedException(
                        conflict.get().reason(), conflict.get().remedy());
            }
        }
    }

    /** Notifies the store that a known bundle will be missing at the next start. */
    public void park(String name) {
        SchemaMigrator migrator = schema;
        if (migrator != null) {
            migrator.park(name);
        }
    }
}
