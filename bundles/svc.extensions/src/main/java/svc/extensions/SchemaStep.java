package svc.extensions;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Applies the migrations of a bundle and remembers what the store had against it. */
final class SchemaStep implements Callable<Void> {

    private final LongFunction<Optional<Verdict>> schema;
    private final long bundle;
    private volatile Optional<Verdict> objection = Optional.empty();

    SchemaStep(LongFunction<Optional<Verdict>> schema, long bundle) {
        this.schema = schema;
        this.bundle = bundle;
    }

    @Override
    public @Nullable Void call() {
        objection = schema.apply(bundle);
        return null;
    }

    Optional<Verdict> objection() {
        return objection;
    }
}
