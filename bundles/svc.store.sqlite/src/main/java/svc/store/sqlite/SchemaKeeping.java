package svc.store.sqlite;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.SchemaFacts;
import svc.api.store.SchemaKeeper;

/** The schema while the server runs: bundles that arrive, and what the version says. */
@Component(service = {SchemaKeeper.class, SchemaFacts.class})
public final class SchemaKeeping implements SchemaKeeper, SchemaFacts {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaKeeping.class);

    private final SchemaHome home;

    /** Ready at once. */
    @Activate
    public SchemaKeeping(@Reference SchemaHome home) {
        this.home = home;
    }

    @Override
    public Optional<Objection> admit(long bundle) {
        try {
            home.bundles().arriving(bundle).ifPresent(home.database()::admit);
            return Optional.empty();
        } catch (SchemaRefusal e) {
            home.bundles().name(bundle).ifPresent(this::setAside);
            return Optional.of(new Objection(e.what(), e.remedy()));
        }
    }

    @Override
    public void setAside(String symbolicName) {
        try {
            home.database().setAside(symbolicName);
        } catch (SchemaRefusal e) {
            LOG.warn("The namespace of bundle {} could not be parked: {}", symbolicName, e.getMessage());
        }
    }

    @Override
    public int migrationsApplied() {
        return state().applied().size();
    }

    @Override
    public Map<String, Integer> versions() {
        return state().versions();
    }

    @Override
    public Set<String> ofNoAccount() {
        return home.bundles().ofNoAccount();
    }

    private SchemaState state() {
        try {
            return home.database().state();
        } catch (SchemaRefusal e) {
            LOG.debug("No facts about the schema: {}", e.getMessage());
            return SchemaState.empty();
        }
    }
}
