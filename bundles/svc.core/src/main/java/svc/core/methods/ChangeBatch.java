package svc.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.jmap.SetBatch;

/**
 * The changes of a call that are made together.
 *
 * @param made the objects to create
 * @param changed the objects to update
 * @param ended the objects to destroy
 * @param asker who asks
 * @param now the time
 */
record Wave(
        List<PendingChange.Create> made,
        List<PendingChange.Update> changed,
        List<PendingChange.Destroy> ended,
        SetWork.Asker asker,
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

    @Override
    public Caller caller() {
        return asker.call().caller();
    }

    @Override
    public Reach reach() {
        return asker.sight().reach();
    }

    @Override
    public Map<String, @Nullable Object> more() {
        return asker.more();
    }

    @Override
    public boolean shows(String capability) {
        return asker.sight()
                .shows(capability, asker.call().catalogue(), asker.call().using());
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
                asker,
                now);
    }
}
