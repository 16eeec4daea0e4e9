package svc.extensions;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import svc.api.schema.SchemaMigrator;

/**
 * A fake of the store, which has its own tests. It refuses every bundle with migrations whose name is {@code notes}.
 */
public final class RecordingSchema implements SchemaMigrator {

    static final String REASON = "The script V1__step.sql of notes is broken.";
    static final String REMEDY = "Ask its author for a sound one.";

    private LongFunction<String> names = id -> "";
    private final List<Long> admitted = new CopyOnWriteArrayList<>();

    private final List<String> setAside = new CopyOnWriteArrayList<>();

    List<Long> admitted() {
        return List.copyOf(admitted);
    }

    /** Sets the function that returns the name of a bundle. */
    void names(LongFunction<String> byId) {
        names = byId;
    }

    List<String> setAside() {
        return List.copyOf(setAside);
    }

    private boolean broken(long bundle) {
        return names.apply(bundle).equals("notes");
    }

    @Override
    public void park(String symbolicName) {
        setAside.add(symbolicName);
    }

    @Override
    public Optional<Refusal> migrate(long bundle) {
        admitted.add(bundle);
        return Optional.of(new Refusal(REASON, REMEDY)).filter(objection -> broken(bundle));
    }
}
