package svc.extensions;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Applies the migrations of a bundle and remembers what the store had against it. */
final class SchemaStep implements Callable<Void> {

    private final Keepers keepers;
    private final long bundle;
    private volatile Optional<Verdict> objection = Optional.empty();

    SchemaStep(Keepers keepers, long bundle) {
        this.keepers = keepers;
        this.bundle = bundle;
    }

    @Override
    public @Nullable Void call() {
        objection = keepers.migrate(bundle);
        return null;
    }

    Optional<Verdict> objection() {
        return objection;
    }
}
