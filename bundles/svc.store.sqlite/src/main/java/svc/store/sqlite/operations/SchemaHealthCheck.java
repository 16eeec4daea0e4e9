package svc.store.sqlite;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Whether the schema in the file is what the installed bundles want. */
@Component
public final class SchemaHealth implements HealthCheck {

    private static final String CHECK = "database-schema";

    private final SchemaHome home;

    /** Looks when asked. */
    @Activate
    public SchemaHealth(@Reference SchemaHome home) {
        this.home = home;
    }

    @Override
    public String family() {
        return "database";
    }

    @Override
    public List<Finding> examine() {
        SchemaDatabase database = home.database();
        if (!Files.exists(database.path())) {
            return List.of(Finding.skipped(CHECK, "There is no database yet."));
        }
        try {
            SchemaState state = database.read();
            List<MigrationSet> pending =
                    new SchemaComparison(state).pending(home.source().sets());
            Finding finding = pending.isEmpty()
                    ? Finding.ok(CHECK, "The database has all migrations of the installed bundles.")
                    : Finding.warn(
                            CHECK,
                            "Migrations of " + pending.get(0).bundle() + " are pending.",
                            "Start the server to apply them.");
            return List.of(finding.with(facts(state)));
        } catch (SchemaRefusal e) {
            return List.of(Finding.fail(CHECK, e.what(), e.remedy()));
        }
    }

    private static Map<String, Object> facts(SchemaState state) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("migrations_applied", state.applied().size());
        facts.put("namespaces", state.versions().size());
        Optional.of(state.namespaces().values().stream()
                        .filter(row -> row.state() == Namespace.State.PARKED)
                        .map(Namespace::name)
                        .sorted()
                        .toList())
                .filter(parked -> !parked.isEmpty())
                .ifPresent(parked -> facts.put("parked", String.join(", ", parked)));
        return facts;
    }
}
