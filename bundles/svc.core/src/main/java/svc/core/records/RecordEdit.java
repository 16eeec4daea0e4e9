package svc.core.records;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.jmap.type.Edit;

/** The {@link Edit} that is passed to {@code ObjectType.validate}. */
final class RecordEdit<T extends Record> implements Edit<T> {

    private final @Nullable T before;
    private final Caller caller;
    private final Instant now;
    private @Nullable T after;

    RecordEdit(@Nullable T before, @Nullable T after, Caller caller, Instant now) {
        this.before = before;
        this.after = after;
        this.caller = caller;
        this.now = now;
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
    public Caller caller() {
        return caller;
    }

    @Override
    public Instant now() {
        return now;
    }
}
