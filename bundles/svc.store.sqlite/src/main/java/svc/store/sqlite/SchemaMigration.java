package svc.store.sqlite;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.boot.BootRefusal;
import svc.api.boot.BootStep;

/** The start's step that migrates, once all jars are installed and before anything uses the store (UPG-01, UPG-02). */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.MIGRATE)
public final class SchemaMigration implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaMigration.class);

    private final SchemaHome home;

    /** Does nothing before it is called. */
    @Activate
    public SchemaMigration(@Reference SchemaHome home) {
        this.home = home;
    }

    @Override
    public String call() {
        try {
            List<MigrationSet> sets = home.source().sets();
            SchemaState state = home.database().migrate(sets);
            home.announce();
            String summary = summary(state);
            LOG.info(summary);
            return summary;
        } catch (SchemaRefusal e) {
            BootRefusal refusal = new BootRefusal(e.what(), e.remedy());
            refusal.initCause(e);
            throw refusal;
        }
    }

    private static String summary(SchemaState state) {
        String versions = state.versions().entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
        return versions.isEmpty()
                ? "The database is up to date; no bundle has tables in it"
                : "The database is up to date, by schema versions: " + versions;
    }
}
