package svc.core.methods;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import svc.api.jmap.CallContext;
import svc.api.jmap.type.SetBatch;

/**
 * The creates, updates and destroys of a Foo/set that run in one pass.
 *
 * @param made the objects to create
 * @param changed the objects to update
 * @param ended the objects to destroy
 * @param context the method call
 * @param now the time of the changes
 * @param validating whether the changes are only validated; changes with invalid properties are then included
 */
record ChangeBatch(
        List<PendingChange.Create> made,
        List<PendingChange.Update> changed,
        List<PendingChange.Destroy> ended,
        CallContext context,
        Instant now,
        boolean validating)
        implements SetBatch {

    @Override
    public List<Create> creates() {
        return open(made, Create.class);
    }

    @Override
    public List<Update> updates() {
        return open(changed, Update.class);
    }

    @Override
    public List<Destroy> destroys() {
        return open(ended, Destroy.class);
    }

    private <C> List<C> open(List<? extends PendingChange> changes, Class<C> type) {
        return changes.stream()
                .filter(validating ? PendingChange::checkable : PendingChange::open)
                .map(type::cast)
                .toList();
    }

    boolean isEmpty() {
        return made.isEmpty() && changed.isEmpty() && ended.isEmpty();
    }

    Stream<PendingChange> all() {
        return Stream.of(made, changed, ended).flatMap(List::stream);
    }

    /** Returns the changes that were not passed to {@code TypeSource.validate} yet, and marks them as passed. */
    ChangeBatch unprepared() {
        return new ChangeBatch(
                made.stream().filter(PendingChange::markPrepared).toList(),
                changed.stream().filter(PendingChange::markPrepared).toList(),
                ended.stream().filter(PendingChange::markPrepared).toList(),
                context,
                now,
                true);
    }
}
