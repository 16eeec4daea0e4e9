package svc.store.sqlite.operations;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.store.sqlite.schema.SchemaComparison;
import svc.store.sqlite.schema.SchemaException;
import svc.store.sqlite.schema.SchemaState;
import svc.store.sqlite.schema.SchemaState.Namespace;

/** Checks whether the schema of the database matches the installed bundles. */
@Component
public final class SchemaHealthCheck implements HealthCheck {

    private static final String CHECK = "database-schema";

    private final SchemaComponent home;

    @Activate
    public SchemaHealthCheck(@Reference SchemaComponent home) {
        this.home = home;
    }

    @Override
    public String family() {
        return "database";
    }

    @Override
    public List<Finding> run() {
        if (!Files.exists(home.file().path())) {
            return List.of(Finding.skipped(CHECK, "There is no database yet."));
        }
        try {
            SchemaState state = home.database().read();
            return List.of(
                    finding(new SchemaComparison(state, home.sets()).outlook()).with(facts(state)));
        } catch (SchemaException e) {
            return List.of(Finding.fail(CHECK, e.what(), e.remedy()));
        }
    }

    private static Finding finding(SchemaComparison.Outlook outlook) {
        if (!outlook.refused().isEmpty()) {
            SchemaException refusal = outlook.refused().get(0);
            return Finding.warn(CHECK, "An extension will be refused: " + refusal.what(), refusal.remedy());
        }
        return outlook.pending().isEmpty()
                ? Finding.ok(CHECK, "The database has all migrations of the installed bundles.")
                : Finding.warn(
                        CHECK,
                        "Migrations of " + outlook.pending().get(0).bundle() + " are pending.",
                        "Start the server to apply them.");
    }

    private static Map<String, Object> facts(SchemaState state) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("migrations_applied", state.applied().size());
        facts.put("namespaces", state.versions().size());
        String parked = state.namespaces().values().stream()
                .filter(row -> row.state() == Namespace.State.PARKED)
                .map(Namespace::name)
                .sorted()
                .collect(Collectors.joining(", "));
        if (!parked.isEmpty()) {
            facts.put("parked", parked);
        }
        return facts;
    }
}
