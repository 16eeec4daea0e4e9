package svc.core.methods;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.jmap.type.SetBatch;

/**
 * The creates, updates and destroys of a Foo/set that run in one pass.
 *
 * @param made the objects to create
 * @param changed the objects to update
 * @param ended the objects to destroy
 * @param setCall the method call
 * @param now the time of the changes
 */
record ChangeBatch(
        List<PendingChange.Create> made,
        List<PendingChange.Update> changed,
        List<PendingChange.Destroy> ended,
        SetExecution.SetCall setCall,
        Instant now)
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

    private static <C> List<C> open(List<? extends PendingChange> changes, Class<C> type) {
        return changes.stream().filter(PendingChange::open).map(type::cast).toList();
    }

    @Override
    public Caller caller() {
        return setCall.call().caller();
    }

    @Override
    public AccessibleAccount reach() {
        return setCall.account().accessible();
    }

    @Override
    public Map<String, @Nullable Object> extraArguments() {
        return setCall.more();
    }

    @Override
    public boolean isVisible(String capability) {
        return setCall.account()
                .shows(capability, setCall.call().catalogue(), setCall.call().using());
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
                setCall,
                now);
    }
}
