package svc.runtime;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.Route;
import svc.api.search.SearchIndex;
import svc.api.store.SchemaFacts;
import svc.api.time.Clock;

/** The version and how far the database's schema is; the check after an upgrade (VER-01, ADM-03). */
@Component(service = AdminOperation.class)
public final class VersionOperation implements AdminOperation<NoArguments, VersionOperation.Version> {

    private final SchemaFacts schema;
    private final String version;
    private final String build;
    private final Instant startedAt;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable SearchIndex index;

    /** Reads the version that the launcher states. */
    @Activate
    public VersionOperation(@Reference SchemaFacts schema, @Reference Clock clock, BundleContext context) {
        this.schema = schema;
        this.version = String.valueOf(context.getProperty("svc.version"));
        this.build = "java-" + Runtime.version().feature();
        this.startedAt = clock.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /** What runs here. */
    public record Version(
            String version,
            String build,
            int migrationsApplied,
            Map<String, Integer> schema,
            @Nullable Integer searchIndexGeneration,
            @Nullable String startedAt) {}

    @Override
    public String noun() {
        return "version";
    }

    @Override
    public String help() {
        return "The version of the server and of its database schema";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/version"));
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public Version run(NoArguments arguments) {
        SearchIndex search = index;
        return new Version(
                version,
                build,
                schema.migrationsApplied(),
                schema.versions(),
                search == null ? null : search.generation(),
                startedAt.toString());
    }
}
