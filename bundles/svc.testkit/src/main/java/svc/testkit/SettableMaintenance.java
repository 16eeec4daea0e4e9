package svc.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.lifecycle.Maintenance;

/** The maintenance mode of a server, which a test begins and ends. Thread-safe. */
public final class SettableMaintenance implements Maintenance {

    private static final Instant END = Instant.parse("2031-02-03T04:05:06Z");

    private final Set<Runnable> waiting = new LinkedHashSet<>();
    private Optional<Period> active = Optional.empty();

    /** Creates a server without maintenance. */
    public SettableMaintenance() {}

    /** Begins a read-only maintenance. */
    public synchronized void beginReadOnly() {
        active = Optional.of(new Period(true, "a test", "a test", Instant.EPOCH, END));
    }

    /** Ends the maintenance, and runs the actions that wait for the end. */
    public void end() {
        List<Runnable> actions;
        synchronized (this) {
            active = Optional.empty();
            actions = new ArrayList<>(waiting);
            waiting.clear();
        }
        actions.forEach(Runnable::run);
    }

    @Override
    public synchronized Optional<Period> current() {
        return active;
    }

    @Override
    public void whenWritable(Runnable action) {
        synchronized (this) {
            if (active.isPresent()) {
                waiting.add(action);
                return;
            }
        }
        action.run();
    }
}
