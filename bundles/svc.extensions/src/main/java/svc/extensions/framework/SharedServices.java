package svc.extensions;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import svc.api.config.Settings;
import svc.api.health.NameConflicts;
import svc.api.store.SchemaKeeper;

/** Those who keep what all bundles share and have a say over a jar: the schema, the configuration, and names. */
@Component(service = Keepers.class)
public final class Keepers {

    private final boolean server;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable SchemaKeeper schema;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable Settings settings;

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<NameConflicts> names = List.of();

    /** Needs none of them before a jar starts. */
    @Activate
    public Keepers(BundleContext context) {
        this.server = !"console".equals(context.getProperty("svc.mode"));
    }

    /** Whether a server runs, and not one command without it. */
    boolean isServer() {
        return server;
    }

    Optional<Settings> settings() {
        return Optional.ofNullable(settings);
    }

    /**
     * Applies the migrations of a bundle; empty when all is well. Without a server those of all bundles run at once, and only
     * when a command needs the store.
     */
    Optional<Verdict> migrate(long bundle) {
        SchemaKeeper keeper = schema;
        if (!server) {
            return Optional.empty();
        }
        if (keeper == null) {
            throw new IllegalStateException("the store is not there");
        }
        return keeper.admit(bundle).map(objection -> Verdict.refused(objection.reason(), objection.remedy()));
    }

    /** Why what a bundle brought was not taken in by those who keep names; empty when all of it was. */
    Optional<Verdict> conflict(long bundle) {
        return names.stream()
                .flatMap(keeper -> keeper.of(bundle).stream())
                .findFirst()
                .map(conflict -> Verdict.refused(conflict.reason(), conflict.remedy()));
    }

    /** Tells the store that a bundle which it knows will not be there at the next start. */
    void setAside(String name) {
        SchemaKeeper keeper = schema;
        if (keeper != null) {
            keeper.setAside(name);
        }
    }
}
