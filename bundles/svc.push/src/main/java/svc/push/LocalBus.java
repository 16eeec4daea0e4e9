package svc.push;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.store.StateBus;
import svc.api.store.StateChange;
import svc.api.store.StateListener;

/** The {@link StateBus} of a server with one node: passes on the changes of the local store. */
@Component(service = {StateBus.class, StateListener.class})
public final class LocalBus implements StateBus, StateListener {

    private final List<StateListener> listeners = new CopyOnWriteArrayList<>();

    @Activate
    public LocalBus() {}

    @Override
    public Registration listen(StateListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void changed(StateChange change) {
        listeners.forEach(listener -> listener.changed(change));
    }
}
