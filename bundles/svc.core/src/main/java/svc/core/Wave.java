package svc.core;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import svc.api.identity.Caller;
import svc.api.jmap.SetBatch;

/**
 * The changes of a call that are made together.
 *
 * @param made the objects to create
 * @param changed the objects to update
 * @param ended the objects to destroy
 * @param caller who asks
 * @param now the time
 */
record Wave(
        List<PendingChange.Create> made,
        List<PendingChange.Update> changed,
        List<PendingChange.Destroy> ended,
        Caller caller,
        Instant now)
        implements SetBatch {

    @Override
    public List<Create> creates() {
        return made.stream().filter(PendingChange::open).map(Create.class::cast).toList();
    }

    @Override
    public List<Update> updates() {
        return changed.stream()
                .filter(PendingChange::open)
                .map(Update.class::cast)
                .toList();
    }

    @Override
    public List<Destroy> destroys() {
        return ended.stream()
                .filter(PendingChange::open)
                .map(Destroy.class::cast)
                .toList();
    }

    Stream<PendingChange> all() {
        return Stream.of(made, changed, ended).flatMap(List::stream);
    }

    /** Those that nobody has prepared so far. */
    Wave unprepared() {
        return new Wave(
                made.stream().filter(PendingChange::prepareNow).toList(),
                changed.stream().filter(PendingChange::prepareNow).toList(),
                ended.stream().filter(PendingChange::prepareNow).toList(),
                caller,
                now);
    }
}
