package svc.core.records;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.CallContext;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.SetBatch;
import svc.api.store.Snapshot;

/** The {@link Edit} that is passed to the rules of a type. */
final class RecordEdit<T extends Record> implements Edit<T> {

    private final long n;
    private final @Nullable T before;
    private final Snapshot snapshot;
    private final SetBatch batch;
    private final PropertyErrors errors = new PropertyErrors();
    private @Nullable T after;

    RecordEdit(long n, @Nullable T before, @Nullable T after, Snapshot snapshot, SetBatch batch) {
        this.n = n;
        this.before = before;
        this.after = after;
        this.snapshot = snapshot;
        this.batch = batch;
    }

    @Override
    public long n() {
        return n;
    }

    @Override
    public @Nullable T before() {
        return before;
    }

    @Override
    public @Nullable T after() {
        return after;
    }

    @Override
    public void setAfter(T completed) {
        if (after == null) {
            throw new IllegalStateException("an object that is being destroyed cannot be completed");
        }
        after = completed;
    }

    @Override
    public void reject(String property, String description) {
        errors.add(property, description);
    }

    PropertyErrors errors() {
        return errors;
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public CallContext context() {
        return batch.context();
    }

    @Override
    public Instant now() {
        return batch.now();
    }
}
