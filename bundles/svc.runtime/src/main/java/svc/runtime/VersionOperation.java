package svc.runtime;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.schema.SchemaInfo;
import svc.api.search.SearchIndex;
import svc.api.time.Clock;

/**
 * The operation {@code svc version}: returns the version of the server and the schema version of the database, so that
 * an operator can check an upgrade (VER-01, ADM-03).
 */
@Component
public final class VersionOperation implements OperationGroup {

    private final SchemaInfo schema;
    private final String version;
    private final String build;
    private final Instant startedAt;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable SearchIndex index;

    @Activate
    public VersionOperation(@Reference SchemaInfo schema, @Reference Clock clock, BundleContext context) {
        this.schema = schema;
        this.version = String.valueOf(context.getProperty("svc.version"));
        this.build = String.valueOf(context.getProperty("svc.build"));
        this.startedAt = clock.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * The version of the running server.
     *
     * @param build the time stamp or the commit of the build
     * @param java the version of Java with which the server runs
     */
    public record Version(
            String version,
            String build,
            String java,
            int migrationsApplied,
            Map<String, Integer> schema,
            @Nullable Integer searchIndexGeneration,
            @Nullable String startedAt) {}

    @Operation(
            command = "version",
            help = "Show the version of the server and of its database schema",
            routes = "GET /version")
    public Version version() {
        SearchIndex search = index;
        return new Version(
                version,
                build,
                String.valueOf(Runtime.version()),
                schema.migrationsApplied(),
                schema.versions(),
                search == null ? null : search.generation(),
                startedAt.toString());
    }
}
